% Cross references of source files without loading them: library(prolog_xref).
%
% A file is read clause by clause; what it defines, calls, exports and imports is noted under its full name. Term
% expansion of programs is not run; grammar rules are translated. Operators of the file count while it is read.

%! xref_source(+Source) is det.
%  Reads Source, a file name, and notes what it defines and calls; does nothing if that is up to date.
xref_source(Source) :-
    xref_source(Source, []).

%! xref_source(+Source, +Options) is det.
%  Like xref_source/1. Options are accepted: silent(Boolean), which is as if true, comments(How), module(Module).
xref_source(Source, Options) :-
    must_be(list, Options),
    '$xref_file'(Source, File),
    time_file(File, Time),
    (   '$xref'(source(File, Time))
    ->  true
    ;   xref_clean(File),
        '$xref_read'(File),
        assertz('$xref':source(File, Time))
    ).

%! '$xref_file'(+Source, -File)
'$xref_file'(Source, File) :-
    absolute_file_name(Source, File, [file_type(prolog), access(read)]).

%! '$xref'(?Fact) is nondet.
'$xref'(Fact) :-
    '$if_known'('$xref':Fact).

%! xref_clean(+Source) is det.
%  Forgets what is noted of Source.
%  ?- xref_clean(no_such_file).
xref_clean(Source) :-
    (   absolute_file_name(Source, File, [file_type(prolog), access(read), file_errors(fail)])
    ->  true
    ;   File = Source
    ),
    retractall('$xref':source(File, _)),
    retractall('$xref':defined(File, _, _)),
    retractall('$xref':called(File, _, _, _)),
    retractall('$xref':exported(File, _)),
    retractall('$xref':module(File, _)),
    retractall('$xref':op(File, _)),
    retractall('$xref':uses(File, _, _)),
    retractall('$xref':meta(File, _)).

%! xref_current_source(?Source) is nondet.
%  Source is a file that was read.
%  ?- xref_current_source(no_such_file).   %=> false.
xref_current_source(Source) :-
    '$xref'(source(Source, _)).

%! xref_done(+Source, -Time) is semidet.
%  Source was read; Time is when it was changed last before.
xref_done(Source, Time) :-
    '$xref_file'(Source, File),
    '$xref'(source(File, Time)).

%! xref_defined(?Source, ?Head, ?How) is nondet.
%  Source defines the predicate of Head: How is local(Line), dynamic(Line), multifile(Line), or imported(File).
xref_defined(Source, Head, How) :-
    '$xref_known'(Source, File),
    '$xref'(defined(File, Head, How)).

%! xref_definition_line(+How, -Line) is semidet.
%  Line is that in How, as from xref_defined/3.
%  ?- xref_definition_line(local(3), L).   %=> L = 3.
xref_definition_line(How, Line) :-
    nonvar(How),
    How =.. [Kind,Line],
    memberchk(Kind, [local,dynamic,multifile,thread_local,discontiguous]),
    integer(Line).

%! xref_called(?Source, ?Goal, ?By) is nondet.
%  Source calls Goal in a clause of By, a head, or in a directive: '<directive>'(Line).
xref_called(Source, Goal, By) :-
    xref_called(Source, Goal, By, _, _).

%! xref_called(?Source, ?Goal, ?By, -Condition) is nondet.
%  Like xref_called/3; Condition is true.
xref_called(Source, Goal, By, Condition) :-
    xref_called(Source, Goal, By, Condition, _).

%! xref_called(?Source, ?Goal, ?By, -Condition, -Line) is nondet.
%  Like xref_called/4; Line is that of the clause.
xref_called(Source, Goal, By, true, Line) :-
    '$xref_known'(Source, File),
    '$xref'(called(File, Goal, By, Line)).

%! xref_module(?Source, ?Module) is nondet.
%  Source begins with the declaration of Module.
xref_module(Source, Module) :-
    '$xref_known'(Source, File),
    '$xref'(module(File, Module)).

%! xref_exported(?Source, ?Head) is nondet.
%  Source exports the predicate of Head.
xref_exported(Source, Head) :-
    '$xref_known'(Source, File),
    '$xref'(exported(File, Head)).

%! xref_op(?Source, ?Operator) is nondet.
%  Source defines Operator, op(Priority, Type, Name).
xref_op(Source, Operator) :-
    '$xref_known'(Source, File),
    '$xref'(op(File, Operator)).

%! xref_uses_file(?Source, ?Specification, -File) is nondet.
%  Source loads the file that Specification names.
xref_uses_file(Source, Specification, File) :-
    '$xref_known'(Source, Known),
    '$xref'(uses(Known, Specification, File)).

%! xref_meta(?Source, ?Head, -Called) is nondet.
%  Source declares the predicate of Head as a meta predicate; Called is the list of its arguments that are goals, as
%  Goal+N where N arguments are added.
xref_meta(Source, Head, Called) :-
    '$xref_known'(Source, File),
    '$xref'(meta(File, Declared)),
    Declared =.. [Name|Modes],
    length(Modes, Arity),
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    '$xref_goals'(Modes, Arguments, Called).

%! '$xref_goals'(+Modes, +Arguments, -Called)
'$xref_goals'([], [], []).
'$xref_goals'([Mode|Modes], [Argument|Arguments], Called) :-
    (   '$added_arguments'(Mode, 0)
    ->  Called = [Argument|Rest]
    ;   '$added_arguments'(Mode, Count)
    ->  Called = [Argument+Count|Rest]
    ;   Called = Rest
    ),
    '$xref_goals'(Modes, Arguments, Rest).

%! xref_built_in(?Head) is semidet.
%  The predicate of Head is part of the system.
%  ?- xref_built_in(atom_length(_, _)).
xref_built_in(Head) :-
    callable(Head),
    predicate_property(system:Head, system).

%! xref_public_list(+Specification, +Source, +Options) is semidet.
%  Tells about the file that Specification names: options path(File), module(Module), exports(Indicators), public(List),
%  meta(Heads).
xref_public_list(Specification, _, Options) :-
    xref_source(Specification),
    '$xref_file'(Specification, File),
    once('$xref'(module(File, Module))),
    findall(Name/Arity, ( '$xref'(exported(File, Head)), functor(Head, Name, Arity) ), Exports),
    findall(Head, '$xref'(meta(File, Head)), Metas),
    '$xref_option'(path(File), Options),
    '$xref_option'(module(Module), Options),
    '$xref_option'(exports(Exports), Options),
    '$xref_option'(public([]), Options),
    '$xref_option'(meta(Metas), Options).

%! '$xref_option'(+Option, +Options) is semidet.
'$xref_option'(Option, Options) :-
    Option =.. [Name,Value],
    Wanted =.. [Name,Asked],
    (   memberchk(Wanted, Options)
    ->  Asked = Value
    ;   true
    ).

%! '$xref_known'(?Source, -File) is nondet.
'$xref_known'(Source, File) :-
    (   var(Source)
    ->  '$xref'(source(Source, _)),
        File = Source
    ;   '$xref'(source(Source, _))
    ->  File = Source
    ;   absolute_file_name(Source, File, [file_type(prolog), access(read), file_errors(fail)])
    ).

%! '$xref_read'(+File)
'$xref_read'(File) :-
    gensym('$xref', Module),
    setup_call_cleanup(
        open(File, read, Stream),
        '$xref_terms'(Stream, File, Module),
        close(Stream)
    ).

%! '$xref_terms'(+Stream, +File, +Module)
'$xref_terms'(Stream, File, Module) :-
    repeat,
    catch(read_term(Stream, Term, [module(Module), term_position(Position), syntax_errors(error)]),
          error(syntax_error(_), _),
          Term = '$lost'),
    (   Term == end_of_file
    ->  !
    ;   Term == '$lost'
    ->  fail
    ;   stream_position_data(line_count, Position, Line),
        '$xref_term'(Term, Line, File, Module),
        fail
    ).

%! '$xref_term'(+Term, +Line, +File, +Module) is semidet.
'$xref_term'(Term, Line, File, Module) :-
    (   var(Term)
    ->  true
    ;   Term = (:- Directive)
    ->  '$xref_directive'(Directive, Line, File, Module)
    ;   Term = (?- Directive)
    ->  '$xref_directive'(Directive, Line, File, Module)
    ;   Term = (_ --> _)
    ->  catch(dcg_translate_rule(Term, Clause), _, fail),
        '$xref_clause'(Clause, Line, File)
    ;   '$xref_clause'(Term, Line, File)
    ).

%! '$xref_clause'(+Clause, +Line, +File)
'$xref_clause'(Clause, Line, File) :-
    (   Clause = (Head0 :- Body)
    ->  true
    ;   Clause = (Head1 => Body0)
    ->  (   Head1 = (Head0,Guard)
        ->  Body = (Guard,Body0)
        ;   Head0 = Head1,
            Body = Body0
        )
    ;   Head0 = Clause,
        Body = true
    ),
    strip_module(Head0, _, Head),
    callable(Head),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    (   '$xref'(defined(File, General, local(_)))
    ->  true
    ;   '$xref'(defined(File, General, dynamic(_)))
    ->  true
    ;   assertz('$xref':defined(File, General, local(Line)))
    ),
    (   Body == true
    ->  true
    ;   '$xref_body'(Body, General, Line, File)
    ).

%! '$xref_body'(+Body, +By, +Line, +File)
'$xref_body'(Body, By, Line, File) :-
    forall(( '$body_goal'(Body, Goal0), strip_module(Goal0, _, Goal), callable(Goal), \+ '$safe_parts'(Goal, _) ),
           ( functor(Goal, Name, Arity),
             functor(General, Name, Arity),
             (   '$xref'(called(File, General, By, Line))
             ->  true
             ;   assertz('$xref':called(File, General, By, Line))
             ) )).

%! '$xref_directive'(+Directive, +Line, +File, +Module)
'$xref_directive'(Directive, Line, File, Module) :-
    (   var(Directive)
    ->  true
    ;   Directive = (First,Rest)
    ->  '$xref_directive'(First, Line, File, Module),
        '$xref_directive'(Rest, Line, File, Module)
    ;   '$xref_declaration'(Directive, Line, File, Module)
    ->  true
    ;   '$xref_body'(Directive, '<directive>'(Line), Line, File)
    ).

%! '$xref_declaration'(+Directive, +Line, +File, +Module) is semidet.
'$xref_declaration'(module(Name, Exports), _, File, Module) :-
    assertz('$xref':module(File, Name)),
    '$xref_exports'(Exports, File, Module).
'$xref_declaration'(export(Exports), _, File, Module) :-
    '$xref_indicators'(Exports, List),
    '$xref_exports'(List, File, Module).
'$xref_declaration'(op(Priority, Type, Name), _, File, Module) :-
    '$xref_operator'(op(Priority, Type, Name), File, Module).
'$xref_declaration'(meta_predicate(Heads), _, File, _) :-
    '$xref_indicators'(Heads, List),
    forall(( member(Head0, List), strip_module(Head0, _, Head), callable(Head) ), assertz('$xref':meta(File, Head))).
'$xref_declaration'(Declaration, Line, File, _) :-
    Declaration =.. [Kind,Indicators],
    memberchk(Kind, [dynamic,multifile,discontiguous,thread_local]),
    !,
    '$xref_indicators'(Indicators, List),
    How =.. [Kind,Line],
    forall(( member(Indicator, List), '$xref_head'(Indicator, Head) ), assertz('$xref':defined(File, Head, How))).
'$xref_declaration'(Load, _, File, Module) :-
    '$xref_load'(Load, Specifications, Imports),
    !,
    ( is_list(Specifications) -> List = Specifications ; List = [Specifications] ),
    forall(( member(Specification, List), ground(Specification) ), '$xref_uses'(Specification, Imports, File, Module)).

%! '$xref_load'(+Directive, -Specifications, -Imports) is semidet.
'$xref_load'(use_module(File), File, all).
'$xref_load'(use_module(File, Imports), File, Imports).
'$xref_load'(autoload(File), File, all).
'$xref_load'(autoload(File, Imports), File, Imports).
'$xref_load'(reexport(File), File, all).
'$xref_load'(reexport(File, Imports), File, Imports).
'$xref_load'(ensure_loaded(File), File, all).
'$xref_load'(consult(File), File, all).
'$xref_load'(include(File), File, all).
'$xref_load'([File|Files], [File|Files], all).

%! '$xref_uses'(+Specification, +Imports, +File, +Module)
'$xref_uses'(Specification, Imports, File, Module) :-
    file_directory_name(File, Folder),
    (   catch(absolute_file_name(Specification, Used,
                                 [file_type(prolog), access(read), relative_to(Folder), file_errors(fail)]), _, fail)
    ->  true
    ;   Used = Specification
    ),
    assertz('$xref':uses(File, Specification, Used)),
    (   '$library_operators'(Specification, Operators)
    ->  forall(member(Operator, Operators), '$xref_operator'(Operator, File, Module))
    ;   true
    ),
    (   is_list(Imports)
    ->  forall(( member(Import, Imports), '$xref_head'(Import, Head) ),
               assertz('$xref':defined(File, Head, imported(Used))))
    ;   true
    ).

%! '$xref_exports'(+Exports, +File, +Module)
'$xref_exports'(Exports, File, Module) :-
    is_list(Exports),
    forall(member(Export, Exports),
           (   '$xref_operator'(Export, File, Module)
           ->  true
           ;   '$xref_head'(Export, Head)
           ->  assertz('$xref':exported(File, Head))
           ;   true
           )).

%! '$xref_operator'(+Operator, +File, +Module) is semidet.
'$xref_operator'(Operator, File, Module) :-
    nonvar(Operator),
    Operator = op(Priority, Type, Name),
    assertz('$xref':op(File, Operator)),
    catch(op(Priority, Type, Module:Name), _, true).

%! '$xref_indicators'(+Indicators, -List)
'$xref_indicators'(Indicators, List) :-
    (   is_list(Indicators)
    ->  List = Indicators
    ;   nonvar(Indicators),
        Indicators = (First,Rest)
    ->  '$xref_indicators'(First, List1),
        '$xref_indicators'(Rest, List2),
        append(List1, List2, List)
    ;   nonvar(Indicators),
        Indicators = (Plain as _)
    ->  '$xref_indicators'(Plain, List)
    ;   List = [Indicators]
    ).

%! '$xref_head'(+Indicator, -Head) is semidet.
'$xref_head'(Indicator, Head) :-
    nonvar(Indicator),
    (   Indicator = _:Plain
    ->  '$xref_head'(Plain, Head)
    ;   Indicator = (Plain as Name)
    ->  '$xref_head'(Plain, Head0),
        functor(Head0, _, Arity),
        functor(Head, Name, Arity)
    ;   Indicator = Name/Arity
    ->  atom(Name),
        integer(Arity),
        functor(Head, Name, Arity)
    ;   Indicator = Name//Arity0,
        atom(Name),
        integer(Arity0),
        Arity is Arity0 + 2,
        functor(Head, Name, Arity)
    ).
