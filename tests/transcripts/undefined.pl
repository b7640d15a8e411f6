:- table p/0, q/0, r/1, win/1, a/0.
p :- tnot(q).
q :- tnot(p).
r(X) :- member(X,[1,2]), tnot(r(X)).
r(3).
win(X) :- move(X,Y), tnot(win(Y)).
move(a,b). move(b,a). move(b,c). move(c,d).
a :- undefined.
