other("ab").

:- set_prolog_flag(double_quotes, chars).
