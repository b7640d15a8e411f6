b(1).
:- include('other.pl').
b(3).
