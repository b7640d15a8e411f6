% The tokens of Quill: a grammar over character codes that keeps lines and columns.

:- module(quill_lexer, [tokens/2]).

:- use_module(library(dcg/basics)).
:- use_module(library(lists)).

%! tokens(+Text, -Tokens) is det.
%  Tokens is the list of the tokens of a program text, token(Kind, Line:Column), with token(end, Place) as the last.
%  Kinds are int(N), str(String), name(Atom), word(Keyword), op(Symbol).
%  @throws quill_error(lexical(What), Place)
tokens(Text, Tokens) :-
    string_codes(Text, Codes),
    phrase(all_tokens(1:1, Tokens), Codes).

all_tokens(Place0, Tokens) -->
    layout(Place0, Place),
    (   end_of_text
    ->  { Tokens = [token(end, Place)] }
    ;   one_token(Kind, Place, Length)
    ->  { Tokens = [token(Kind, Place)|Rest],
          moved(Place, Length, Next)
        },
        all_tokens(Next, Rest)
    ;   [Code],
        { char_code(Char, Code),
          throw(quill_error(lexical(Char), Place))
        }
    ).

end_of_text([], []).

moved(Line:Column0, Length, Line:Column) :-
    Column is Column0 + Length.

% Layout and comments, which begin with `#` and end with the line.

layout(Line0:Column0, Place) -->
    (   "\n"
    ->  { Line is Line0 + 1 },
        layout(Line:1, Place)
    ;   [Code],
        { code_type(Code, space) }
    ->  { Column is Column0 + 1 },
        layout(Line0:Column, Place)
    ;   "#"
    ->  string_without(`\n`, _),
        layout(Line0:Column0, Place)
    ;   { Place = Line0:Column0 }
    ).

% One token, and the number of its characters.

one_token(Kind, Place, Length) -->
    (   digits([First|More])
    ->  { number_codes(Value, [First|More]),
          length(More, Others),
          Length is Others + 1,
          Kind = int(Value)
        }
    ;   letter(First)
    ->  word_rest(Rest),
        { atom_codes(Word, [First|Rest]),
          length(Rest, Others),
          Length is Others + 1,
          (   keyword(Word)
          ->  Kind = word(Word)
          ;   Kind = name(Word)
          )
        }
    ;   "\""
    ->  quoted(Codes, Place, 2, Length),
        { string_codes(String, Codes),
          Kind = str(String)
        }
    ;   symbol(Symbol),
        { atom_length(Symbol, Length),
          Kind = op(Symbol)
        }
    ).

letter(Code) -->
    [Code],
    { code_type(Code, csymf) }.

word_rest([Code|Rest]) -->
    [Code],
    { code_type(Code, csym) },
    !,
    word_rest(Rest).
word_rest([]) -->
    [].

quoted(Codes, Place, Length0, Length) -->
    (   "\""
    ->  { Codes = [],
          Length = Length0
        }
    ;   "\\", [Code]
    ->  { escaped(Code, Plain, Place),
          Codes = [Plain|Rest],
          Length1 is Length0 + 2
        },
        quoted(Rest, Place, Length1, Length)
    ;   [Code],
        { Code \== 0'\n }
    ->  { Codes = [Code|Rest],
          Length1 is Length0 + 1
        },
        quoted(Rest, Place, Length1, Length)
    ;   { throw(quill_error(lexical(open_string), Place)) }
    ).

escaped(Code, Plain, Place) :-
    (   member(Code-Plain, [0'n-0'\n,0't-0'\t,0'"-0'",0'\\-0'\\])
    ->  true
    ;   char_code(Char, Code),
        throw(quill_error(lexical(escape(Char)), Place))
    ).

keyword(fun).
keyword(let).
keyword(in).
keyword(if).
keyword(then).
keyword(else).
keyword(match).
keyword(with).
keyword(and).
keyword(or).
keyword(not).
keyword(true).
keyword(false).

% The longer symbols come first.

symbol('=>') --> "=>".
symbol('==') --> "==".
symbol('!=') --> "!=".
symbol('<=') --> "<=".
symbol('>=') --> ">=".
symbol('::') --> "::".
symbol('++') --> "++".
symbol('=') --> "=".
symbol('<') --> "<".
symbol('>') --> ">".
symbol('+') --> "+".
symbol('-') --> "-".
symbol('*') --> "*".
symbol('/') --> "/".
symbol('%') --> "%".
symbol('(') --> "(".
symbol(')') --> ")".
symbol('[') --> "[".
symbol(']') --> "]".
symbol(',') --> ",".
symbol(';') --> ";".
symbol('|') --> "|".
