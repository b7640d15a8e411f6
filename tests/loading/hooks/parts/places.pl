:- prolog_load_context(source, File), file_base_name(File, Name), print(source(Name)), nl.
:- prolog_load_context(file, File), file_base_name(File, Name), print(file(Name)), nl.
:- prolog_load_context(term_position, P), stream_position_data(char_count, P, N), print(N), nl.
