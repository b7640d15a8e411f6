:- if(with_table).
:- table p/1.
p(1).
p(1).
:- else.
p(1).
p(1).
p(2).
:- endif.
