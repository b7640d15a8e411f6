:- multifile gathered/1.
gathered(second).
alone(second).
