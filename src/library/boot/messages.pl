% The texts of messages, but for those of limits (base/limit.rs), of syntax errors (text/error.rs) and of unit tests
% (tools/plunit.pl). Inside, errors are terms; '$message_lines'/2 turns a term into lines. How they get to the screen, and
% to a program's hooks, is in print.pl.

%! '$text'(+Format, +Args, -String)
'$text'(Format, Args, String) :-
    '$clip_all'(Args, Short),
    format(string(String), Format, Short).

%! '$message_lines'(+Term, -Lines) is det.
%  Lines is the list of strings that describe Term.
'$message_lines'(Term, Lines) :-
    (   var(Term)
    ->  Lines = ["Unknown message: _"]
    ;   '$program_message'(Term, Elements)
    ->  '$element_lines'(Elements, Lines)
    ;   '$unattributed'(Term, Plain),
        '$lines_of'(Plain, Lines0)
    ->  Lines = Lines0
    ;   '$text'("Unknown message: ~p", [Term], Line),
        Lines = [Line]
    ).

%! '$unattributed'(+Term, -Plain)
%  Plain has no attributed variables, so that translating it wakes no goals.
'$unattributed'(Term, Plain) :-
    (   term_attvars(Term, [])
    ->  Plain = Term
    ;   copy_term_nat(Term, Plain)
    ).

%! '$lines_of'(+Term, -Lines)
'$lines_of'(error(Formal, context(Stack, Note)), Lines) :-
    nonvar(Stack),
    Stack = prolog_stack(Frames),
    is_list(Frames),
    !,
    '$traced_lines'(error(Formal, context(_, Note)), Frames, Lines).
'$lines_of'(traced(Ball, Frames), Lines) :-
    '$traced_lines'(Ball, Frames, Lines).
'$lines_of'(error(Formal, Context), Lines) :-
    '$error_text'(Formal, Context, Text),
    '$context_prefix'(Context, Formal, Prefix),
    '$text'("~w~w", [Prefix,Text], First),
    '$context_note'(Context, Notes),
    '$error_hints'(Formal, Context, Hints),
    append([First|Notes], Hints, Lines).
'$lines_of'(unhandled_exception(Ball), Lines) :-
    (   nonvar(Ball),
        Ball = error(_, _)
    ->  '$message_lines'(Ball, Lines)
    ;   '$text'("Unhandled exception: ~p", [Ball], Line),
        Lines = [Line, "  No enclosing catch/3 caught this term"]
    ).
'$lines_of'(format(Format, Args), Lines) :-
    '$text'(Format, Args, Text),
    split_string(Text, "\n", "", Lines).
'$lines_of'(debug(Format, Args), Lines) :-
    '$lines_of'(format(Format, Args), Lines).
'$lines_of'(not_utf8, ["Bytes that are not UTF-8 are read as \\xFFFD\\"]).
'$lines_of'(singletons(Clause, Names), [First, Hint]) :-
    '$joined'(Names, Joined),
    '$text'("Singleton variables: [~w]", [Joined], First),
    (   current_prolog_flag(hints, true),
        nonvar(Clause),
        \+ Clause = (_ :- _),
        \+ Clause = (_ --> _),
        member(Name, Names),
        sub_atom(Name, 1, 1, _, Second),
        char_type(Second, lower)
    ->  downcase_atom(Name, Lower),
        '$text'("  A name that begins with a capital is a variable; write ~w if the constant is meant", [Lower], Hint)
    ;   Hint = "  Each occurs only once in the clause; begin its name with _ if that is intended"
    ).
'$lines_of'(syntax(Name, hinted(What, Hint)), [First, Line]) :-
    !,
    '$lines_of'(syntax(Name, What), [First]),
    '$text'("  ~w", [Hint], Line).
'$lines_of'(syntax(_, What), [First]) :-
    '$visible'(What, Visible),
    '$text'("Syntax error: ~w", [Visible], First).
'$lines_of'(suspect(What), Lines) :-
    '$suspect_lines'(What, Lines).
'$lines_of'(late_dynamic(Predicate, Line), [First]) :-
    '$text'("~q is declared dynamic behind its clauses, which begin at line ~d; declare it before them", [Predicate, Line], First).
'$lines_of'(changed_static(Predicate), [First|Hints]) :-
    '$text'("~q is changed here, but it is not declared dynamic", [Predicate], First),
    '$error_hints'(permission_error(modify, static_procedure, Predicate), _, Hints).
'$lines_of'(break(When, Level), [First]) :-
    (   When == begin
    ->  '$text'("Break level ~d", [Level], First)
    ;   '$text'("Exit break level ~d", [Level], First)
    ).
'$lines_of'(tripwire(Flag, Goal), [First]) :-
    '$formal_text'(resource_error(tripwire(Flag, Goal)), First).
'$lines_of'(hidden_messages(Errors, Warnings), [Line]) :-
    '$text'("~D more errors and ~D more warnings of this load are not shown", [Errors,Warnings], Line).
'$lines_of'(discontiguous(Predicate, EarlierLine, Current), [First, Now, Hint]) :-
    '$line_text'(EarlierLine, Earlier),
    '$text'("Clauses of ~q are not together in the source file: earlier ones end at ~w", [Predicate, Earlier], First),
    '$text'("  Current predicate: ~q", [Current], Now),
    '$text'("  Use :- discontiguous ~q. to suppress this message", [Predicate], Hint).
'$lines_of'(redefined(Predicate, File, Line), [First, Hint]) :-
    '$text'("Procedure ~q redefined, previously defined at ~w:~d", [Predicate, File, Line], First),
    '$text'("  Use :- multifile ~q. in both files to keep the clauses of both", [Predicate], Hint).
'$lines_of'(discontiguous(Predicate, _), [First]) :-
    '$text'("Clauses of ~q are not together in the source file", [Predicate], First).
'$lines_of'(redefined_procedure(_, Predicate), [First]) :-
    '$text'("Procedure ~q redefined", [Predicate], First).
'$lines_of'(goal_failed(When, Goal), [First]) :-
    '$plain_goal'(Goal, Plain),
    '$text'("Goal (~w) failed: ~p", [When,Plain], First).
'$lines_of'(because(Failed, Reasons), Lines) :-
    '$lines_of'(Failed, First),
    append(First, Reasons, Lines).
'$lines_of'(initialization_failure(Goal, _), Lines) :-
    '$lines_of'(goal_failed(initialization, Goal), Lines).
'$lines_of'(initialization_error(_, Ball, _), Lines) :-
    (   nonvar(Ball),
        Ball = traced(_, _)
    ->  '$lines_of'(Ball, Lines)
    ;   '$lines_of'(unhandled_exception(Ball), Lines)
    ).
'$lines_of'(init_goal_failed(What, Goal), Lines) :-
    (   What == failed
    ->  '$lines_of'(goal_failed(Goal), Lines)
    ;   '$lines_of'(unhandled_exception(What), Lines)
    ).
'$lines_of'(import_private(_, Indicator), [First]) :-
    '$text'("Imported procedure ~q does not exist", [Indicator], First).
'$lines_of'(exported_twice(Predicate, Other, Module), [First]) :-
    '$text'("Procedure ~q is already exported by module ~q; calls of the one in module ~q must be module-qualified", [Predicate, Other, Module], First).
'$lines_of'(not_defined(Predicate), [First]) :-
    '$text'("Exported procedure ~q is not defined", [Predicate], First).
'$lines_of'(assertion_failed(_, Goal), [First]) :-
    '$plain_goal'(Goal, Plain),
    '$text'("Assertion failed: ~p", [Plain], First).
'$lines_of'(goal_failed(Goal), [First]) :-
    '$text'("Goal failed: ~p", [Goal], First).
'$lines_of'(no_predicates(What), [First]) :-
    '$text'("No predicates for `~p'", [What], First).
'$lines_of'(undefined_procedures(Predicates), [First]) :-
    '$joined_quoted'(Predicates, Joined),
    '$text'("These predicates are called but not defined: ~w", [Joined], First).
'$lines_of'(plunit(What), Lines) :-
    '$test_lines'(What, Lines).
'$lines_of'(undefined_call(Predicate, Others), [First|Hints]) :-
    (   Others =:= 0
    ->  '$text'("~q is called, but not defined", [Predicate], First)
    ;   '$text'("~q is called, but not defined; it is called at ~D more places", [Predicate, Others], First)
    ),
    '$error_hints'(existence_error(procedure, Predicate), clause, Hints).
'$lines_of'(more_undefined(Count), [First]) :-
    '$text'("~D more predicates are called, but not defined", [Count], First).
'$lines_of'(explain([Format-Arguments]), [Line]) :-
    '$text'(Format, Arguments, Line).
'$lines_of'(halt(cancelled(Reason)), [Line]) :-
    '$text'("Halt cancelled: ~p", [Reason], Line).
'$lines_of'(halted, ["halt was called while loading"]).
'$lines_of'(interrupted, ["Execution interrupted"]).
'$lines_of'(abnormal_thread_termination(Thread, Goal, Ball), [First|Lines]) :-
    '$text'("Thread ~w, which ran ~p, ended with an exception:", [Thread, Goal], First),
    (   Ball = error(_, _)
    ->  '$lines_of'(Ball, Lines)
    ;   '$lines_of'(unhandled_exception(Ball), Lines)
    ).
'$lines_of'(threads(Lines), Lines).
'$lines_of'(error(thread_error(Thread, Status), _), [First]) :-
    '$text'("Thread ~w has not succeeded: ~p", [Thread, Status], First).
'$lines_of'(time_limit_exceeded, [Text]) :-
    '$limit_message'(time, Text).
'$lines_of'(statistics(Time, Inferences, stacks(Global, Local, Trail, Limit), Atoms, Clauses), [Work, Stacks, Tables]) :-
    '$text'("~3f seconds cpu time for ~D inferences", [Time, Inferences], Work),
    '$text'("~D bytes of terms, ~D of frames and choice points, ~D of trail; limit ~D", [Global, Local, Trail, Limit], Stacks),
    '$text'("~D atoms, ~D clauses", [Atoms, Clauses], Tables).
'$lines_of'(time(Inferences, Cpu, Wall, Percent, Lips), [Line]) :-
    '$text'("~D inferences, ~3f CPU in ~3f seconds (~d% CPU, ", [Inferences, Cpu, Wall, Percent], Start),
    (   integer(Lips)
    ->  '$text'("~w~D Lips)", [Start, Lips], Line)
    ;   '$text'("~w~w Lips)", [Start, Lips], Line)
    ).
'$lines_of'(load_file(done(File, Time)), [Line]) :-
    '$text'("~w loaded in ~2f s", [File,Time], Line).

%! '$suspect_lines'(+What, -Lines)
%  Lines describe what a check of a clause has found.
'$suspect_lines'(marked(Names), [First, Hint]) :-
    '$joined'(Names, Joined),
    '$text'("Variables marked as singletons occur more than once: [~w]", [Joined], First),
    Hint = "  A name that begins with _ says that the variable is not used again".
'$suspect_lines'(in_branch(Name), [First, Hint]) :-
    '$text'("Singleton variable in a branch: ~w", [Name], First),
    Hint = "  It occurs once here, and otherwise only in other branches; begin its name with _ if that is intended".
'$suspect_lines'(always(Goal, Outcome, Name), [First]) :-
    '$text'("~w is always ~w: ~w has no value here", [Goal, Outcome, Name], First).
'$suspect_lines'(counts(Goal, Name), [First|Hints]) :-
    '$text'("~w is never true: ~w keeps its value", [Goal, Name], First),
    (   current_prolog_flag(hints, true)
    ->  '$text'("  Give the result a variable of its own, such as ~w1, and use that", [Name], Hint),
        Hints = [Hint]
    ;   Hints = []
    ).
'$suspect_lines'(no_value(Goal, Name), [First]) :-
    '$text'("~w always raises an error: ~w has no value here", [Goal, Name], First).
'$suspect_lines'(format_arguments(Wanted, Given), [First]) :-
    '$text'("The format takes ~d arguments, but the list has ~d", [Wanted, Given], First).
'$suspect_lines'(hint(What), Lines) :-
    '$if_known'('$hint_lines'(What, Lines)).
'$suspect_lines'(unreached(Predicate, Line), [First]) :-
    '$line_text'(Line, Earlier),
    '$text'("This clause of ~q is never reached: the one at ~w commits for all arguments", [Predicate, Earlier], First).

%! '$line_text'(+Place, -Text)
%  Place is a line of the file that is loaded, or File:Line of another.
'$line_text'(Place, Text) :-
    (   integer(Place)
    ->  '$text'("line ~d", [Place], Text)
    ;   Place = File:Line,
        '$text'("~w:~d", [File, Line], Text)
    ).

%! '$plain_goal'(:Goal, -Plain)
%  Removes the module qualifier user from a goal.
'$plain_goal'(Goal, Plain) :-
    (   nonvar(Goal),
        Goal = user:Inner
    ->  Plain = Inner
    ;   Plain = Goal
    ).

%! '$joined'(+Items, -Text)
'$joined'(Items, Text) :-
    atomic_list_concat(Items, ', ', Text).

%! '$joined_quoted'(+Items, -Text)
'$joined_quoted'(Items, Text) :-
    '$quoted_items'(Items, Quoted),
    atomic_list_concat(Quoted, ', ', Text).

%! '$quoted_items'(+Items, -Quoted)
'$quoted_items'([], []).
'$quoted_items'([Item|Items], [Quoted|More]) :-
    '$text'("~q", [Item], Quoted),
    '$quoted_items'(Items, More).

%! '$context_prefix'(@Context, @Formal, -Prefix)
%  Prefix names the predicate that raised the error, unless the text names it already.
'$context_prefix'(Context, Formal, Prefix) :-
    (   nonvar(Context),
        Context = context(Predicate, _),
        nonvar(Predicate),
        \+ '$names_predicate'(Formal),
        Formal \== evaluation_error(zero_divisor)
    ->  (   Predicate = _:Plain
        ->  true
        ;   Plain = Predicate
        ),
        '$text'("~q: ", [Plain], Prefix)
    ;   nonvar(Context),
        Context = stream(Stream, Line, Column, _),
        integer(Line),
        integer(Column)
    ->  '$stream_place'(Stream, Line, Column, Prefix)
    ;   Prefix = ""
    ).

%! '$names_predicate'(@Formal)
'$names_predicate'(Formal) :-
    nonvar(Formal),
    Formal = existence_error(procedure, _).

%! '$context_note'(@Context, -Notes)
'$context_note'(Context, Notes) :-
    (   nonvar(Context),
        Context = context(_, Extra),
        nonvar(Extra)
    ->  '$extra_note'(Extra, Notes)
    ;   nonvar(Context),
        Context = string(Text, Character),
        string(Text),
        integer(Character)
    ->  '$text_lines_around'(Text, Character, Notes)
    ;   Notes = []
    ).

%! '$text_lines_around'(+Text, +Character, -Lines)
%  Lines are the line of Text with the character at offset Character, and a caret under it.
'$text_lines_around'(Text, Character, Lines) :-
    sub_string(Text, 0, Character, _, Before),
    sub_string(Text, Character, _, 0, After),
    split_string(Before, "\n", "", BeforeLines),
    last(BeforeLines, Start),
    split_string(After, "\n", "", [End|_]),
    string_concat(Start, End, Line),
    string_length(Start, Column0),
    Column is Column0 + 1,
    '$source_lines'(Line, Column, Lines).

%! '$stream_place'(+Stream, +Line, +Column, -Place)
'$stream_place'(Stream, Line, Column, Place) :-
    Column1 is Column + 1,
    (   catch(stream_property(Stream, file_name(File)), _, fail)
    ->  '$text'("~w:~d:~d: ", [File,Line,Column1], Place)
    ;   catch(stream_property(Stream, alias(Alias)), _, fail)
    ->  '$text'("~w:~d:~d: ", [Alias,Line,Column1], Place)
    ;   '$text'("~w:~d:~d: ", [Stream,Line,Column1], Place)
    ).

%! '$extra_note'(+Extra, -Notes)
'$extra_note'(Extra, Notes) :-
    (   '$recursion_text'(Extra, Note)
    ->  Notes = [Note]
    ;   Extra = dwim(Predicates)
    ->  (   Predicates = [_|_]
        ->  '$joined_quoted'(Predicates, Joined),
            '$text'("  Did you mean: ~w", [Joined], Note),
            Notes = [Note]
        ;   Notes = []
        )
    ;   Extra = format_directive(Letter)
    ->  '$text'("  The argument is for `~~~w'", [Letter], Note),
        Notes = [Note]
    ;   atom(Extra)
    ->  '$text'("  ~w", [Extra], Note),
        Notes = [Note]
    ;   '$text'("  ~p", [Extra], Note),
        Notes = [Note]
    ).

%! '$recursion_text'(+Extra, -Text)
%  Text names the goal that has exhausted the memory.
'$recursion_text'(recursion(Predicate, Depth), Text) :-
    '$text'("  ~q recurses ~D levels deep", [Predicate,Depth], Text).
'$recursion_text'(choice_points(Predicate, Count), Text) :-
    '$text'("  ~q has left ~D choice points", [Predicate,Count], Text).
'$recursion_text'(running(Predicate, _), Text) :-
    '$text'("  ~q was called last", [Predicate], Text).

%! '$error_text'(@Formal, @Context, -Text)
%  Text is the message for Formal, the first argument of error/2.
'$error_text'(Formal, _, Text) :-
    (   var(Formal)
    ->  Text = "Unknown error"
    ;   '$is_vague'(Formal)
    ->  '$text'("Unknown error term: ~p", [Formal], Text)
    ;   '$defined_in_module'(prolog, error_message, 3),
        catch(call(prolog:error_message(Formal, Elements, [])), _, fail)
    ->  '$element_lines'(Elements, Lines),
        atomic_list_concat(Lines, '\n', Text)
    ;   '$formal_text'(Formal, Text0)
    ->  Text = Text0
    ;   '$if_known'('$web_error_text'(Formal, Text0))
    ->  Text = Text0
    ;   '$text'("Unknown error term: ~p", [Formal], Text)
    ).

%! '$is_vague'(@Formal)
%  True if the kind of the error is unbound, so that it has no text.
'$is_vague'(Formal) :-
    functor(Formal, _, 2),
    arg(1, Formal, Kind),
    var(Kind).

%! '$formal_text'(+Formal, -Text)
'$formal_text'(instantiation_error, "Arguments are not sufficiently instantiated").
'$formal_text'(uninstantiation_error(Culprit), Text) :-
    '$text'("Unbound variable expected, found `~p'", [Culprit], Text).
'$formal_text'(type_error(evaluable, Function), Text) :-
    !,
    '$text'("Arithmetic: `~p' is not a function", [Function], Text).
'$formal_text'(type_error(Type, Culprit), Text) :-
    '$kind_of_term'(Culprit, Kind),
    '$text'("Type error: `~p' expected, found `~p' (~w)", [Type,Culprit,Kind], Text).
'$formal_text'(unintercepted_signal(Signal), Text) :-
    '$text'("No handler for the signal ~p", [Signal], Text).
'$formal_text'(duplicate_key(Key), Text) :-
    '$text'("The key ~p occurs twice", [Key], Text).
'$formal_text'(format(Message), Text) :-
    '$text'("Format error: ~w", [Message], Text).
'$formal_text'(format_argument_type(Letter, Argument), Text) :-
    '$kind_of_term'(Argument, Kind),
    '$text'("The directive `~~~w' of a format does not take `~p' (~w)", [Letter, Argument, Kind], Text).
'$formal_text'(domain_error(flag_value, Setting), Text) :-
    nonvar(Setting),
    Setting = Flag+Value,
    !,
    '$text'("The flag ~w cannot be set to ~p", [Flag,Value], Text).
'$formal_text'(domain_error(Domain, Culprit), Text) :-
    '$text'("Domain error: `~p' expected, found `~p'", [Domain,Culprit], Text).
'$formal_text'(existence_error(procedure, Predicate), Text) :-
    !,
    '$text'("Unknown procedure: ~q", [Predicate], Text).
'$formal_text'(determinism_error(Culprit, det, Found, Guard), Text) :-
    memberchk(Found-How, [fail-"failed",nondet-"succeeded with a choice point"]),
    memberchk(Guard-Form, [ property-"Deterministic procedure ~p ~w",
                            guard-"Procedure ~p ~w after $",
                            guard_in_caller-"Procedure ~p ~w after $ in its caller",
                            goal-"Goal ~p ~w in $/1"
                          ]),
    !,
    '$text'(Form, [Culprit,How], Text).
'$formal_text'(existence_error(matching_rule, Goal), Text) :-
    !,
    '$text'("No rule matches ~p", [Goal], Text).
'$formal_text'(existence_error(source_sink, library(Name)), Text) :-
    !,
    '$text'("Library `~p' does not exist", [Name], Text).
'$formal_text'(existence_error(source_sink, File), Text) :-
    !,
    '$text'("File `~w' does not exist", [File], Text).
'$formal_text'(existence_error(Kind, Culprit), Text) :-
    '$spaced'(Kind, Words),
    '$text'("~w `~p' does not exist", [Words,Culprit], Text).
'$formal_text'(existence_error(Kind, Culprit, Where), Text) :-
    '$spaced'(Kind, Words),
    '$text'("~w `~p' does not exist in ~p", [Words,Culprit,Where], Text).
'$formal_text'(permission_error(Action, source_sink, File), Text) :-
    !,
    '$text'("No permission to ~w file `~w'", [Action,File], Text).
'$formal_text'(permission_error(Action, Type, Culprit), Text) :-
    '$spaced'(Action, ActionWords),
    '$spaced'(Type, TypeWords),
    '$text'("No permission to ~w ~w `~p'", [ActionWords,TypeWords,Culprit], Text).
'$formal_text'(representation_error(Limit), Text) :-
    '$text'("Cannot represent due to `~w'", [Limit], Text).
'$formal_text'(context_error(nodirective, Goal), Text) :-
    callable(Goal),
    functor(Goal, Name, Arity),
    '$text'("Wrong context: ~q can only be used in a directive", [Name/Arity], Text).
'$formal_text'(evaluation_error(Which), Text) :-
    '$evaluation_words'(Which, Words),
    '$text'("Arithmetic: evaluation error: ~p~w", [Which,Words], Text).
'$formal_text'(resource_error(Tripwire), Text) :-
    nonvar(Tripwire),
    Tripwire = tripwire(Flag, Goal),
    !,
    '$plain_goal'(Goal, Plain),
    '$text'("Trapped tripwire ~w for ~p", [Flag,Plain], Text).
'$formal_text'(plunit(incompatible_options(Options)), Text) :-
    !,
    '$text'("incompatible test options: ~p", [Options], Text).
'$formal_text'(resource_error(Resource), Text) :-
    (   '$resource_text'(Resource, Text0)
    ->  Text = Text0
    ;   '$text'("Not enough resources: ~p", [Resource], Text)
    ).
'$formal_text'(syntax_error(json(What)), Text) :-
    !,
    '$sentence'(What, Words),
    '$text'("JSON: ~w", [Words], Text).
'$formal_text'(syntax_error(Message), Text) :-
    (   atom(Message)
    ->  '$sentence'(Message, Words)
    ;   Words = Message
    ),
    '$text'("Syntax error: ~w", [Words], Text).
'$formal_text'(occurs_check(Left, Right), Text) :-
    '$text'("Cannot unify ~p with ~p: the term would be cyclic", [Left,Right], Text).
'$formal_text'(assertion_error(_, Goal), Text) :-
    '$plain_goal'(Goal, Plain),
    '$text'("Assertion failed: ~p", [Plain], Text).
'$formal_text'(conditional_compilation_error(no_if, What), Text) :-
    '$text'(":- ~q without :- if(Goal)", [What], Text).
'$formal_text'(conditional_compilation_error(unterminated, _), ":- if(Goal) without :- endif").
'$formal_text'(opt_error(What), Text) :-
    '$option_error_text'(What, Text).
'$formal_text'(process_error(Program, Status), Text) :-
    '$text'("Process ~w: exit status ~p", [Program,Status], Text).
'$formal_text'(io_error(Action, Stream), Text) :-
    '$text'("Cannot ~w ~p", [Action,Stream], Text).
'$formal_text'(sqlite_error(_, Message), Text) :-
    '$text'("SQLite: ~w", [Message], Text).
'$formal_text'(archive_error(_, Message), Text) :-
    '$text'("Archive: ~w", [Message], Text).
'$formal_text'(system_error(Message), Text) :-
    (   string(Message)
    ->  '$text'("System error: ~s", [Message], Text)
    ;   '$text'("System error: ~p", [Message], Text)
    ).

%! '$evaluation_words'(+Which, -Words)
'$evaluation_words'(Which, Words) :-
    (   Which == zero_divisor
    ->  Words = " (a division by zero)"
    ;   Which == undefined
    ->  Words = " (the result is undefined)"
    ;   Which == float_overflow
    ->  Words = " (the result is too large for a float)"
    ;   Words = ""
    ).

%! '$resource_text'(?Resource, -Text)
%  For limits, the texts are in the table of limits.
'$resource_text'(Resource, Text) :-
    '$limit_message'(Resource, Text).
'$resource_text'(max_files, "Too many open files").
'$resource_text'(integer_size, "The integer would be larger than the flag max_integer_size allows").

%! '$kind_of_term'(@Term, -Kind)
'$kind_of_term'(Term, Kind) :-
    (   var(Term)
    ->  Kind = "a variable"
    ;   Term == []
    ->  Kind = "an empty list"
    ;   atom(Term)
    ->  Kind = "an atom"
    ;   integer(Term)
    ->  Kind = "an integer"
    ;   float(Term)
    ->  Kind = "a float"
    ;   number(Term)
    ->  Kind = "a rational number"
    ;   string(Term)
    ->  Kind = "a string"
    ;   is_list(Term)
    ->  Kind = "a list"
    ;   Term = [_|_]
    ->  Kind = "a list that does not end in []"
    ;   compound(Term)
    ->  Kind = "a compound"
    ;   Kind = "a term of another type"
    ).

%! '$spaced'(+Name, -Words)
%  Words is Name with blanks for underscores: static_procedure becomes static procedure.
'$spaced'(Name, Words) :-
    (   atom(Name)
    ->  atomic_list_concat(Parts, '_', Name),
        atomic_list_concat(Parts, ' ', Words)
    ;   '$text'("~p", [Name], Words)
    ).

%! '$sentence'(+Name, -Words)
%  Like '$spaced'/2, with an initial capital.
'$sentence'(Name, Words) :-
    '$spaced'(Name, Spaced),
    (   sub_atom(Spaced, 0, 1, _, First),
        sub_atom(Spaced, 1, _, 0, Rest)
    ->  upcase_atom(First, Capital),
        atom_concat(Capital, Rest, Words)
    ;   Words = Spaced
    ).

%! '$means_to_leave'(+Name)
%  Name is what other systems end a session with.
'$means_to_leave'(Name) :-
    memberchk(Name, [exit,quit,bye,q,logout,'EXIT']).

%! '$error_hints'(@Formal, @Context, -Hints)
%  Hints suggest a correction, if there is one. Context is that of the error, or `clause` where a clause calls what does
%  not exist: what is said to those who type a query is not for it.
'$error_hints'(Formal, Context, Hints) :-
    (   current_prolog_flag(hints, true),
        nonvar(Formal),
        \+ '$is_vague'(Formal),
        '$error_hint'(Formal, Context, Hint)
    ->  '$text'("  ~w", [Hint], Line),
        Hints = [Line]
    ;   Hints = []
    ).

%! '$error_hint'(+Formal, @Context, -Hint)
'$error_hint'(instantiation_error, context(Predicate, _), Hint) :-
    nonvar(Predicate),
    '$is_arithmetic'(Predicate),
    Hint = "A variable in the expression is unbound; bind it before this goal".
'$error_hint'(type_error(evaluable, Name/Arity), _, Hint) :-
    (   Arity == 0
    ->  Hint = "Only numbers can be evaluated; compare other terms with == or =, and join atoms with atom_concat/3"
    ;   '$text'("~q is not an evaluable functor; call the predicate first and use its result", [Name/Arity], Hint)
    ).
'$error_hint'(type_error(predicate_indicator, Culprit), _, Hint) :-
    callable(Culprit),
    \+ Culprit = _/_,
    (   compound(Culprit)
    ->  functor(Culprit, Name, Arity),
        '$text'("Write ~q, with the number of arguments", [Name/Arity], Hint)
    ;   findall(Culprit/Arity, current_predicate(Culprit/Arity), [First|Others])
    ->  Known = [First|Others],
        '$joined_quoted'(Known, Joined),
        '$text'("Write the number of arguments, too: ~w", [Joined], Hint)
    ;   '$text'("Write the number of arguments, too: ~q if there is one", [Culprit/1], Hint)
    ).
'$error_hint'(type_error(list, Culprit), _, Hint) :-
    string(Culprit),
    Hint = "A string is not a list: use string_chars/2 or string_codes/2, or the flag double_quotes".
'$error_hint'(type_error(Type, Culprit), _, Hint) :-
    memberchk(Type, [integer, number, nonneg, positive_integer]),
    compound(Culprit),
    functor(Culprit, Name, Arity),
    '$is_arithmetic_operator'(Name, Arity),
    '$text'("Only is/2 and comparisons evaluate expressions; write X is ~p, and use X", [Culprit], Hint).
'$error_hint'(type_error(atom, Culprit), _, Hint) :-
    number(Culprit),
    Hint = "A number is not an atom; convert it with atom_number/2, number_codes/2, atomic_list_concat/2 or format/3".
'$error_hint'(type_error(callable, Culprit), _, Hint) :-
    number(Culprit),
    Hint = "A goal must be an atom or a compound term".
'$error_hint'(existence_error(procedure, (:-)/2), _, Hint) :-
    Hint = "Rules belong in a file that is loaded; at the prompt, type [user]. or assertz((Head :- Body))".
'$error_hint'(existence_error(procedure, (:=)/2), _, Hint) :-
    Hint = "A variable gets a value by X = Term, or by X is Expression".
'$error_hint'(existence_error(procedure, Name/0), Context, Hint) :-
    Context \== clause,
    '$means_to_leave'(Name),
    Hint = "To leave, type halt. or press Ctrl-D".
'$error_hint'(existence_error(procedure, (-->)/2), _, Hint) :-
    Hint = "Grammar rules belong in a file that is loaded; to parse, use phrase/2".
'$error_hint'(existence_error(procedure, (:-)/1), _, Hint) :-
    Hint = "A directive belongs in a file; at the prompt, type the goal alone".
'$error_hint'(existence_error(procedure, (?-)/1), _, Hint) :-
    Hint = "The prompt shows ?- already; type the goal alone".
'$error_hint'(existence_error(procedure, Predicate), _, Hint) :-
    nonvar(Predicate),
    ( Predicate = _:Name/Arity ; Predicate = Name/Arity ),
    atom(Name),
    integer(Arity),
    '$not_loaded'(Name, Arity, [not_loaded(File, Line, Arity0, Reason)|_]),
    !,
    (   Arity0 =:= Arity
    ->  '$text'("~q is not there: ~w:~d did not load (~w)", [Name/Arity, File, Line, Reason], Hint)
    ;   '$text'("~q is not there; ~w:~d with ~q did not load (~w)", [Name/Arity, File, Line, Name/Arity0, Reason], Hint)
    ).
'$error_hint'(existence_error(procedure, Predicate), _, Hint) :-
    nonvar(Predicate),
    ( Predicate = _:Name/Arity ; Predicate = Name/Arity ),
    '$concealed'(Name, Arity, Library),
    !,
    '$text'("~q needs :- use_module(library(~w))", [Name/Arity, Library], Hint).
'$error_hint'(existence_error(procedure, Predicate), _, Hint) :-
    '$if_known'('$lacking_hint'(of, Predicate, Hint)),
    !.
'$error_hint'(existence_error(procedure, Predicate), Context, Hint) :-
    \+ ( nonvar(Context), Context = context(_, Extra), nonvar(Extra) ),
    nonvar(Predicate),
    ( Predicate = _:Name/Arity ; Predicate = Name/Arity ),
    '$similar_predicates'(Name, Arity, Similar),
    Similar = [_|_],
    '$joined_quoted'(Similar, Joined),
    '$text'("Did you mean: ~w", [Joined], Hint),
    !.
'$error_hint'(existence_error(procedure, Predicate), _, Hint) :-
    '$if_known'('$lacking_hint'(perhaps, Predicate, Hint)).
'$error_hint'(permission_error(wait, _, _), _, Hint) :-
    Hint = "No other thread runs that could end the wait".
'$error_hint'(permission_error(modify, static_procedure, Predicate), _, Hint) :-
    '$static_hint'(Predicate, Hint).
'$error_hint'(permission_error(access, private_procedure, Predicate), _, Hint) :-
    '$text'("~q is built in; its clauses are not accessible", [Predicate], Hint).
'$error_hint'(existence_error(source_sink, library(Name)), _, Hint) :-
    (   '$foreign_library'(Name)
    ->  Hint = "ferz was built without its feature `libraries', which this library needs"
    ;   '$host_library'(Name)
    ->  Hint = "This library needs an operating system"
    ;   \+ '$built_with'(web),
        ( Name = http/_ ; Name = semweb/_ ; memberchk(Name, [socket,mimetype,rdf]) )
    ->  Hint = "ferz was built without its feature `web', which this library needs"
    ;   \+ '$built_with'(data),
        memberchk(Name, [sqlite,prosqlite,odbc])
    ->  Hint = "ferz was built without its feature `data', which this library needs"
    ;   Hint = "ferz has no library of that name"
    ).
'$error_hint'(permission_error(load, source_sink, _), _, Hint) :-
    Hint = "The file is being loaded already; loading it from within itself would not terminate".
'$error_hint'(permission_error(open, source_sink, File), _, Hint) :-
    atom(File),
    exists_directory(File),
    !,
    Hint = "It is a directory".
'$error_hint'(permission_error(output, stream, _), _, Hint) :-
    Hint = "The stream was opened for reading".
'$error_hint'(permission_error(input, stream, _), _, Hint) :-
    Hint = "The stream was opened for writing".
'$error_hint'(permission_error(input, past_end_of_stream, _), _, Hint) :-
    Hint = "The end of the stream has already been read".
'$error_hint'(domain_error(not_less_than_zero, _), _, Hint) :-
    Hint = "The number must be zero or larger".
'$error_hint'(resource_error(memory), context(_, Extra), Hint) :-
    nonvar(Extra),
    Extra = recursion(Predicate, _),
    '$endless_cycle'(Predicate, Cycle),
    !,
    atomic_list_concat(Cycle, ' -> ', Text),
    '$text'("~w: no clause of it ends the recursion; a base case is missing", [Text], Hint).
'$error_hint'(resource_error(memory), context(_, Extra), Hint) :-
    nonvar(Extra),
    Hint = "Possible infinite recursion: check the order of clauses, and the goals before the recursive call".

%! '$endless_cycle'(+Predicate, -Cycle) is semidet.
%  Cycle is a shortest way from Predicate to itself over calls in its clauses, if no clause of the predicates on it does
%  without a call of one of them.
'$endless_cycle'(Predicate, Cycle) :-
    '$call_paths'([[Predicate]], [], Predicate, 200, Reversed),
    reverse(Reversed, Path),
    forall(( member(Name/Arity, Path), functor(Head, Name, Arity), '$few_clauses'(Head, Reference) ),
           ( '$called_in'(Reference, Called), memberchk(Called, Path) )),
    append(Path, [Predicate], Indicators),
    '$quoted_items'(Indicators, Cycle).

%! '$call_paths'(+Paths, +Seen, +Target, +Left, -Path) is semidet.
%  Searches breadth first; Path is the way to a predicate that calls Target, reversed.
'$call_paths'([Path|Paths], Seen, Target, Left, Found) :-
    Left > 0,
    Path = [Name/Arity|_],
    functor(Head, Name, Arity),
    findall(Called, ( '$few_clauses'(Head, Reference), '$called_in'(Reference, Called) ), Called0),
    sort(Called0, AllCalled),
    (   memberchk(Target, AllCalled)
    ->  Found = Path
    ;   findall([Next|Path], ( member(Next, AllCalled), \+ memberchk(Next, Seen), Next \== Name/Arity ), More),
        append(Paths, More, Paths1),
        append(AllCalled, Seen, Seen1),
        Left1 is Left - 1,
        '$call_paths'(Paths1, Seen1, Target, Left1, Found)
    ).

%! '$called_in'(+Reference, -Indicator) is nondet.
%  Indicator is a predicate of the program that the clause calls.
'$called_in'(Reference, Name/Arity) :-
    between(1, 100, N),
    (   '$clause_goal'(Reference, N, _, Goal, _)
    ->  '$stripped'(Goal, Plain),
        callable(Plain),
        '$is_users'(Plain),
        functor(Plain, Name, Arity)
    ;   !,
        fail
    ).

%! '$static_hint'(+Predicate, -Hint)
'$static_hint'(Predicate, Hint) :-
    (   nonvar(Predicate),
        Predicate = Word/1,
        memberchk(Word, [dynamic,discontiguous,multifile,table,initialization,use_module,ensure_loaded])
    ->  '$text'("A directive begins with :-, as in `:- ~w ...'", [Word], Hint)
    ;   nonvar(Predicate),
        Predicate = Name/Arity,
        atom(Name),
        integer(Arity),
        functor(Head, Name, Arity),
        \+ predicate_property(system:Head, defined)
    ->  '$text'("To modify it at run time, declare it with :- dynamic ~q. before its clauses", [Predicate], Hint)
    ;   nonvar(Predicate),
        Predicate = Name/Arity,
        '$is_control'(Name, Arity)
    ->  '$text'("~q is a control construct; a full stop may be missing before this clause", [Predicate], Hint)
    ;   '$text'("~q is built in; choose another name for the predicate", [Predicate], Hint)
    ).

%! '$is_control'(+Name, +Arity)
'$is_control'(Name, Arity) :-
    memberchk(Name/Arity, [(',')/2, (;)/2, (->)/2, (*->)/2, (\+)/1, !/0, (:-)/2, ('|')/2]).

%! '$is_arithmetic'(+Predicate)
'$is_arithmetic'(Predicate) :-
    (   Predicate = _:Plain
    ->  true
    ;   Plain = Predicate
    ),
    memberchk(Plain, [(is)/2, (=:=)/2, (=\=)/2, (<)/2, (>)/2, (=<)/2, (>=)/2]).

%! '$is_arithmetic_operator'(+Name, +Arity)
'$is_arithmetic_operator'(Name, Arity) :-
    memberchk(Name/Arity, [(+)/2, (-)/2, (*)/2, (/)/2, (//)/2, (mod)/2, (rem)/2, (**)/2, (^)/2, (-)/1, abs/1,
                           max/2, min/2]).
