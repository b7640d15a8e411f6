:- multifile gathered/1.
gathered(second).
alone(second).
prolog_file_type(two, hooked).
