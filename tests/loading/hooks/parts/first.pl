:- multifile gathered/1.
gathered(first).
alone(first).
