% Parts of documents, with the names of library(xpath). It exports the prefix operators //, / and @, which use_module/1
% defines.

%! xpath(+Document, +Path, -Value) is nondet.
%  Value is an element of Document, or something of it, that Path selects. //Name selects elements at any depth, /Name
%  the top element, Name its children, and A/B and A//B those of what A selects. Name may be * for any element, self for
%  the top element, and Namespace:Name. Arguments of Name are conditions, or tell what of the element is the value: N,
%  last and last-N are places among the elements of the name, index(I) as well; content, text, text(string or atom),
%  normalize_space, number, self and @Attribute are values, where Attribute may have arguments number, integer, float,
%  string, lower and upper; Value=Term, and contains(Value, Text), compare; any other path must be found in the
%  element.
%  ?- xpath(element(a,[],[element(b,[x='1'],[t]),element(b,[],[u])]), //(b(text)), V).   %=> V = t ; V = u.
%  ?- xpath(element(a,[],[element(b,[x='12'],[])]), b(@(x(number))), V).   %=> V = 12.
xpath(Document, Path, Value) :-
    must_be(nonvar, Path),
    '$xpath'(Path, Document, Value).

%! xpath_chk(+Document, +Path, -Value) is semidet.
%  Like xpath/3, for the first solution.
%  ?- xpath_chk(element(a,[],[element(b,[],[t]),element(b,[],[u])]), //(b(last,text)), V).   %=> V = u.
xpath_chk(Document, Path, Value) :-
    xpath(Document, Path, Value),
    !.

%! '$xpath'(+Path, +Document, -Value) is nondet.
'$xpath'(Path, Document, Value) :-
    (   Path = //(Step)
    ->  '$xpath_step'(Step, Name, Arguments),
        ( is_list(Document) -> Content = Document ; Content = [Document] ),
        '$xpath_inside'(Content, Name, Element, Place, Count),
        '$xpath_arguments'(Arguments, Element, Place, Count, Element, Value)
    ;   Path = /(Step)
    ->  '$xpath_step'(Step, Name, Arguments),
        ( is_list(Document) -> member(Element, Document) ; Element = Document ),
        Element = element(Own,_,_),
        ( Name == self -> true ; Name = Own ),
        '$xpath_arguments'(Arguments, Element, 1, 1, Element, Value)
    ;   Path = Before/Step
    ->  '$xpath'(Before, Document, Between),
        '$xpath'(Step, Between, Value)
    ;   Path = Before//Step
    ->  '$xpath'(Before, Document, Between),
        '$xpath'(//(Step), Between, Value)
    ;   '$xpath_step'(Path, Name, Arguments),
        (   Name == self
        ->  Element = Document,
            Place = 1,
            Count = 1
        ;   Document = element(_,_,Content),
            '$xpath_children'(Content, Name, Elements),
            length(Elements, Count),
            nth1(Place, Elements, Element),
            Element = element(Name,_,_)
        ),
        '$xpath_arguments'(Arguments, Element, Place, Count, Element, Value)
    ).

%! '$xpath_step'(+Step, -Name, -Arguments)
%  Name is a variable for *.
'$xpath_step'(Step, Name, Arguments) :-
    must_be(callable, Step),
    (   Step = Space:Inner
    ->  '$xpath_step'(Inner, Local, Arguments),
        Name = Space:Local
    ;   atom(Step)
    ->  ( Step == (*) -> true ; Name = Step ),
        Arguments = []
    ;   compound_name_arguments(Step, Own, Arguments),
        ( Own == (*) -> true ; Name = Own )
    ).

%! '$xpath_children'(+Content, ?Name, -Elements)
'$xpath_children'([], _, []).
'$xpath_children'([Part|Parts], Name, Elements) :-
    (   nonvar(Part),
        Part = element(Own,_,_),
        \+ Name \= Own
    ->  Elements = [Part|Elements1]
    ;   Elements = Elements1
    ),
    '$xpath_children'(Parts, Name, Elements1).

%! '$xpath_inside'(+Content, ?Name, -Element, -Place, -Count) is nondet.
%  Element is one of Name at any depth: those of Content come before those inside of them.
'$xpath_inside'(Content, Name, Element, Place, Count) :-
    '$xpath_children'(Content, Name, Elements),
    length(Elements, Count),
    nth1(Place, Elements, Element),
    Element = element(Name,_,_).
'$xpath_inside'(Content, Name, Element, Place, Count) :-
    member(Part, Content),
    nonvar(Part),
    Part = element(_,_,Inner),
    '$xpath_inside'(Inner, Name, Element, Place, Count).

%! '$xpath_arguments'(+Arguments, +Element, +Place, +Count, +Value0, -Value) is nondet.
'$xpath_arguments'([], _, _, _, Value, Value).
'$xpath_arguments'([Argument|Arguments], Element, Place, Count, Value0, Value) :-
    '$xpath_argument'(Argument, Element, Place, Count, Value0, Value1),
    '$xpath_arguments'(Arguments, Element, Place, Count, Value1, Value).

%! '$xpath_argument'(+Argument, +Element, +Place, +Count, +Value0, -Value) is nondet.
'$xpath_argument'(Argument, Element, Place, Count, Value0, Value) :-
    must_be(nonvar, Argument),
    (   Argument = index(Index)
    ->  Value = Value0,
        '$xpath_place'(Index, Place, Count)
    ;   '$xpath_is_place'(Argument)
    ->  Value = Value0,
        '$xpath_place'(Argument, Place, Count)
    ;   '$xpath_is_value'(Argument)
    ->  '$xpath_value'(Argument, Value0, Value)
    ;   Value = Value0,
        '$xpath_condition'(Argument, Element)
    ).

%! '$xpath_is_place'(@Argument) is semidet.
'$xpath_is_place'(Argument) :-
    (   integer(Argument)
    ->  true
    ;   Argument == last
    ->  true
    ;   Argument = Last-_,
        Last == last
    ).

%! '$xpath_place'(?Index, +Place, +Count) is semidet.
'$xpath_place'(Index, Place, Count) :-
    (   var(Index)
    ->  Index = Place
    ;   Index == last
    ->  Place =:= Count
    ;   Index = Last-N,
        Last == last
    ->  Place =:= Count - N
    ;   Place =:= Index
    ).

%! '$xpath_is_value'(@Argument) is semidet.
'$xpath_is_value'(Argument) :-
    (   atom(Argument)
    ->  memberchk(Argument, [self,content,text,normalize_space,number])
    ;   Argument = text(_)
    ->  true
    ;   Argument = @(_)
    ).

%! '$xpath_value'(+Argument, +Value0, -Value) is semidet.
'$xpath_value'(self, Value, Value).
'$xpath_value'(content, element(_,_,Content), Content).
'$xpath_value'(text, Element, Text) :-
    '$xpath_text'(Element, atom, Text).
'$xpath_value'(text(As), Element, Text) :-
    must_be(oneof([atom,string]), As),
    '$xpath_text'(Element, As, Text).
'$xpath_value'(normalize_space, Element, Text) :-
    '$xpath_text'(Element, atom, Text0),
    normalize_space(atom(Text), Text0).
'$xpath_value'(number, Element, Number) :-
    ( atomic(Element) -> Text = Element ; '$xpath_text'(Element, string, Text) ),
    '$xpath_number'(Text, Number).
'$xpath_value'(@(Spec), element(_,Attributes,_), Value) :-
    must_be(nonvar, Spec),
    (   Spec = Space:Inner
    ->  '$xpath_parts'(Inner, Local, Changes),
        Name = Space:Local
    ;   '$xpath_parts'(Spec, Name, Changes)
    ),
    member(Found=Value0, Attributes),
    Found = Name,
    !,
    '$xpath_changed'(Changes, Value0, Value).

%! '$xpath_parts'(+Term, -Name, -Arguments)
'$xpath_parts'(Term, Name, Arguments) :-
    (   atom(Term)
    ->  Name = Term,
        Arguments = []
    ;   compound_name_arguments(Term, Name, Arguments)
    ).

%! '$xpath_changed'(+Changes, +Value0, -Value) is semidet.
'$xpath_changed'([], Value, Value).
'$xpath_changed'([Change|Changes], Value0, Value) :-
    must_be(oneof([number,integer,float,string,lower,upper]), Change),
    '$xpath_change'(Change, Value0, Value1),
    '$xpath_changed'(Changes, Value1, Value).

%! '$xpath_change'(+Change, +Value0, -Value) is semidet.
'$xpath_change'(number, Text, Number) :-
    '$xpath_number'(Text, Number).
'$xpath_change'(integer, Text, Integer) :-
    '$xpath_number'(Text, Number),
    Integer is round(Number).
'$xpath_change'(float, Text, Float) :-
    '$xpath_number'(Text, Number),
    Float is float(Number).
'$xpath_change'(string, Text, String) :-
    atom_string(Text, String).
'$xpath_change'(lower, Text, Lower) :-
    ( atom(Text) -> downcase_atom(Text, Lower) ; string_lower(Text, Lower) ).
'$xpath_change'(upper, Text, Upper) :-
    ( atom(Text) -> upcase_atom(Text, Upper) ; string_upper(Text, Upper) ).

%! '$xpath_number'(+Text, -Number) is semidet.
'$xpath_number'(Text, Number) :-
    (   number(Text)
    ->  Number = Text
    ;   normalize_space(string(String), Text),
        catch(xsd_number_string(Number, String), error(syntax_error(_), _), fail)
    ).

%! '$xpath_text'(+Element, +Type, -Text)
'$xpath_text'(Element, Type, Text) :-
    (   Element = element(_,_,Content)
    ->  true
    ;   is_list(Element)
    ->  Content = Element
    ;   Content = [Element]
    ),
    '$xpath_texts'(Content, Texts, []),
    ( Type == atom -> atomic_list_concat(Texts, Text) ; atomics_to_string(Texts, Text) ).

%! '$xpath_texts'(+Content, -Texts, ?Tail)
'$xpath_texts'([], Texts, Texts).
'$xpath_texts'([Part|Parts], Texts, Tail) :-
    (   atomic(Part)
    ->  Texts = [Part|Texts1]
    ;   Part = element(_,_,Content)
    ->  '$xpath_texts'(Content, Texts, Texts1)
    ;   Texts = Texts1
    ),
    '$xpath_texts'(Parts, Texts1, Tail).

%! '$xpath_condition'(+Condition, +Element) is nondet.
'$xpath_condition'(Condition, Element) :-
    (   Condition = (Left=Right)
    ->  '$xpath_evaluated'(Left, Element, Value),
        '$xpath_equal'(Right, Value)
    ;   Condition = contains(Left,Right)
    ->  '$xpath_evaluated'(Left, Element, Whole0),
        '$xpath_evaluated'(Right, Element, Part0),
        text_to_string(Whole0, Whole),
        text_to_string(Part0, Part),
        once(sub_string(Whole, _, _, _, Part))
    ;   once('$xpath'(Condition, Element, _))
    ).

%! '$xpath_equal'(?Right, +Value) is semidet.
%  Right may be lower_case(X) or upper_case(X), which compare without regard to case.
'$xpath_equal'(Right, Value) :-
    (   nonvar(Right),
        Right = lower_case(Lower)
    ->  downcase_atom(Value, Lower0),
        Lower = Lower0
    ;   nonvar(Right),
        Right = upper_case(Upper)
    ->  upcase_atom(Value, Upper0),
        Upper = Upper0
    ;   Right = Value
    ).

%! '$xpath_evaluated'(+Term, +Element, -Value) is semidet.
'$xpath_evaluated'(Term, Element, Value) :-
    (   nonvar(Term),
        '$xpath_is_value'(Term)
    ->  '$xpath_value'(Term, Element, Value)
    ;   nonvar(Term),
        Term = lower_case(Inner)
    ->  '$xpath_evaluated'(Inner, Element, Value0),
        '$xpath_change'(lower, Value0, Value)
    ;   nonvar(Term),
        Term = upper_case(Inner)
    ->  '$xpath_evaluated'(Inner, Element, Value0),
        '$xpath_change'(upper, Value0, Value)
    ;   Value = Term
    ).
