:- include(itself).
b(2).
