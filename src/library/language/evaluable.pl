% The evaluable functors, with the types of their operands and values.

%! evaluable_property(:Expression, ?Property) is nondet.
%  True if the evaluable functor of Expression has Property: built_in, static, or template(Operands, Type), where
%  Operands has the types of the operands as its arguments.
%  ?- evaluable_property(abs(_), template(T, V)).   %=> T = abs(number), V = number.
%  ?- evaluable_property(foo(_), static).   %=> false.
evaluable_property(Expression, Property) :-
    (   var(Expression)
    ->  instantiation_error(Expression)
    ;   callable(Expression)
    ->  true
    ;   type_error(callable, Expression)
    ),
    '$check_evaluable_property'(Property),
    current_arithmetic_function(Expression),
    functor(Expression, Name, Arity),
    functor(Template, Name, Arity),
    (   Property = built_in
    ;   Property = static
    ;   Property = template(Template, Type),
        '$evaluable'(Template, Type)
    ).

%! '$check_evaluable_property'(?Property)
'$check_evaluable_property'(Property) :-
    (   var(Property)
    ->  true
    ;   \+ callable(Property)
    ->  type_error(callable, Property)
    ;   memberchk(Property, [built_in, dynamic, foreign, static, template(_, _)])
    ->  true
    ;   domain_error(evaluable_property, Property)
    ).

%! '$evaluable'(?Template, -Type)
%  The types of the operands and of the value; for `number`, the value has the type of the operands.
'$evaluable'(number + number, number).
'$evaluable'(number - number, number).
'$evaluable'(number * number, number).
'$evaluable'(number / number, number).
'$evaluable'(integer // integer, integer).
'$evaluable'(integer rem integer, integer).
'$evaluable'(integer mod integer, integer).
'$evaluable'(integer div integer, integer).
'$evaluable'(-(number), number).
'$evaluable'(+(number), number).
'$evaluable'(abs(number), number).
'$evaluable'(sign(number), number).
'$evaluable'(min(number, number), number).
'$evaluable'(max(number, number), number).
'$evaluable'(float_integer_part(number), number).
'$evaluable'(float_fractional_part(number), number).
'$evaluable'(float(number), float).
'$evaluable'(floor(number), integer).
'$evaluable'(truncate(number), integer).
'$evaluable'(round(number), integer).
'$evaluable'(ceil(number), integer).
'$evaluable'(ceiling(number), integer).
'$evaluable'(number ** number, number).
'$evaluable'(number ^ number, number).
'$evaluable'(sin(number), float).
'$evaluable'(cos(number), float).
'$evaluable'(atan(number), float).
'$evaluable'(exp(number), float).
'$evaluable'(log(number), float).
'$evaluable'(sqrt(number), float).
'$evaluable'(asin(number), float).
'$evaluable'(acos(number), float).
'$evaluable'(tan(number), float).
'$evaluable'(atan2(number, number), float).
'$evaluable'(pi, float).
'$evaluable'(integer >> integer, integer).
'$evaluable'(integer << integer, integer).
'$evaluable'(integer /\ integer, integer).
'$evaluable'(integer \/ integer, integer).
'$evaluable'(\(integer), integer).
'$evaluable'(xor(integer, integer), integer).
'$evaluable'(integer(number), integer).
'$evaluable'(trunc(number), integer).
'$evaluable'(atan(number, number), float).
'$evaluable'(log(number, number), float).
'$evaluable'(log2(number), float).
'$evaluable'(log10(number), float).
'$evaluable'(cot(number), float).
'$evaluable'(acot(number), float).
'$evaluable'(sinh(number), float).
'$evaluable'(cosh(number), float).
'$evaluable'(tanh(number), float).
'$evaluable'(asinh(number), float).
'$evaluable'(acosh(number), float).
'$evaluable'(atanh(number), float).
'$evaluable'(erf(number), float).
'$evaluable'(erfc(number), float).
'$evaluable'(gamma(number), float).
'$evaluable'(lgamma(number), float).
'$evaluable'(copysign(number, number), number).
'$evaluable'(nexttoward(number, number), float).
'$evaluable'(cmpr(number, number), integer).
'$evaluable'(maxr(number, number), number).
'$evaluable'(minr(number, number), number).
'$evaluable'(succ(integer), integer).
'$evaluable'(plus(number, number), number).
'$evaluable'(eval(number), number).
'$evaluable'(gcd(integer, integer), integer).
'$evaluable'(lcm(integer, integer), integer).
'$evaluable'(msb(integer), integer).
'$evaluable'(lsb(integer), integer).
'$evaluable'(popcount(integer), integer).
'$evaluable'(getbit(integer, integer), integer).
'$evaluable'(powm(integer, integer, integer), integer).
'$evaluable'(rational rdiv rational, rational).
'$evaluable'(rational(number), rational).
'$evaluable'(rationalize(number), rational).
'$evaluable'(numerator(rational), integer).
'$evaluable'(denominator(rational), integer).
'$evaluable'(e, float).
'$evaluable'(inf, float).
'$evaluable'(infinite, float).
'$evaluable'(nan, float).
'$evaluable'(epsilon, float).
'$evaluable'(max_tagged_integer, integer).
'$evaluable'(min_tagged_integer, integer).
'$evaluable'(max_integer, integer).
'$evaluable'(min_integer, integer).
'$evaluable'(random(integer), integer).
'$evaluable'(random_float, float).
'$evaluable'(cputime, float).
'$evaluable'(realtime, integer).
