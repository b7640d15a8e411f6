% More mistakes than are shown.
a b c0.
a b c1.
a b c2.
a b c3.
a b c4.
a b c5.
a b c6.
a b c7.
a b c8.
a b c9.
a b c10.
a b c11.
a b c12.
a b c13.
a b c14.
a b c15.
a b c16.
a b c17.
a b c18.
a b c19.
a b c20.
a b c21.
a b c22.
a b c23.
a b c24.
p(X).
q(a) :- q(X).
