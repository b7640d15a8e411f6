:- multifile gathered/1.
gathered(first).
alone(first).
prolog_file_type(one, hooked).
