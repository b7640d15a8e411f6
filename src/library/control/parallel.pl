% All solutions of a goal, searched for on several processors.

%! parallel_findall(+Template, :Goal, -List) is det.
%  As findall/3, on as many threads as there are processors: copies of the engine share the alternatives of Goal. List
%  has the order of findall/3, and the first exception of Goal in that order is raised. The branches of Goal must not
%  depend on one another by side effects: each thread has its own copy of the database and of global variables, and what
%  Goal changes there is gone afterwards. The limits of the query hold for all threads together. Without the right to
%  have threads, and inside of another such goal, this is findall/3.
%  ?- parallel_findall(X-Y, ( member(X, [1,2]), member(Y, [a,b]) ), L).   %=> L = [1-a,1-b,2-a,2-b].
parallel_findall(Template, Goal, List) :-
    parallel_findall(Template, Goal, List, []).

%! parallel_findall(+Template, :Goal, -List, +Options) is det.
%  As parallel_findall/3. Options: threads(Count).
%  ?- parallel_findall(X, member(X, [a,b]), L, [threads(2)]).   %=> L = [a,b].
parallel_findall(Template, Goal, List, Options) :-
    (   '$is_list_or_partial'(List)
    ->  true
    ;   type_error(list, List)
    ),
    (   '$search_threads'(Options, Threads)
    ->  '$parallel'('$search_copies'(Goal, Template), Threads, _, Copies),
        List = Copies
    ;   findall(Template, Goal, List)
    ).

%! parallel_count(:Goal, -Count) is det.
%  Count is the number of solutions of Goal, searched for as by parallel_findall/3.
%  ?- parallel_count(between(1, 1000, _), N).   %=> N = 1000.
parallel_count(Goal, Count) :-
    parallel_count(Goal, Count, []).

%! parallel_count(:Goal, -Count, +Options) is det.
%  As parallel_count/2. Options: threads(Count).
%  ?- parallel_count(member(_, [a,b]), N, [threads(2)]).   %=> N = 2.
parallel_count(Goal, Count, Options) :-
    (   '$search_threads'(Options, Threads)
    ->  '$parallel'('$search_count'(Goal), Threads, Found, _),
        Count = Found
    ;   aggregate_all(count, Goal, Count)
    ).

%! '$search_threads'(+Options, -Threads) is semidet.
%  Fails if one thread is to search.
'$search_threads'(Options, Threads) :-
    must_be(list, Options),
    (   memberchk(threads(Threads), Options)
    ->  must_be(positive_integer, Threads)
    ;   current_prolog_flag(cpu_count, Threads)
    ),
    Threads > 1,
    '$may_have_threads',
    \+ '$is_searching'.

%! '$search_copies'(:Goal, +Template) is failure.
'$search_copies'(Goal, Template) :-
    call(Goal),
    '$parallel_add'(Template).

%! '$search_count'(:Goal) is failure.
'$search_count'(Goal) :-
    call(Goal),
    '$parallel_count'.

%! '$on_one_machine'(:Goal) is nondet.
%  Calls Goal, whose branches depend on one another: a search gives none of them to another thread.
'$on_one_machine'(Goal) :-
    (   '$is_searching'
    ->  catch(Goal, '$one_machine', true)
    ;   call(Goal)
    ).
