% Rows of texts, terms, streams and grammars: takes(What, Order, Start, Kind, X, Goal), as in collections.pl.

:- multifile takes/6.
:- discontiguous takes/6.

% Terms.
takes(subsumes_term/2, n, 2000, two_lists, L-M, subsumes_term(L, M)).
takes(subsumes/2, n, 2000, two_lists, L-M, subsumes(L, M)).
takes(subsumes_chk/2, n, 2000, two_lists, L-M, subsumes_chk(L, M)).
takes(term_subsumer/3, n, 500, two_lists, L-M, term_subsumer(L, M, _)).
takes(term_factorized/3, nlog, 500, ints, L, term_factorized(f(L, L), _, _)).
takes(unify_with_occurs_check/2, n, 2000, two_lists, L-M, unify_with_occurs_check(L, M)).
takes(unify_with_occurs_check/2-variables, n, 1000, vars, L, ( length(L, N), length(M, N), unify_with_occurs_check(L, M) )).
takes((=)/2, n, 2000, two_lists, L-M, L = M).
takes((\=)/2, n, 2000, two_lists, L-M, \+ L \= M).
takes((==)/2, n, 2000, two_lists, L-M, L == M).
takes((\==)/2, n, 2000, two_lists, L-M, \+ L \== M).
takes((@<)/2, n, 2000, two_lists, L-M, \+ L @< M).
takes((@=<)/2, n, 2000, two_lists, L-M, L @=< M).
takes((@>)/2, n, 2000, two_lists, L-M, \+ L @> M).
takes((@>=)/2, n, 2000, two_lists, L-M, L @>= M).
takes(compare/3, n, 2000, two_lists, L-M, compare(_, L, M)).
takes((\=@=)/2, n, 2000, two_lists, L-M, \+ L \=@= M).
takes(variant/2, n, 2000, two_lists, L-M, variant(L, M)).
takes((?=)/2, n, 2000, two_lists, L-M, ?=(L, M)).
takes(unifiable/3, n, 2000, vars, L, ( length(L, N), length(M, N), unifiable(L, M, _) )).
takes(acyclic_term/1, n, 2000, deep, T, acyclic_term(T)).
takes(cyclic_term/1, n, 2000, deep, T, \+ cyclic_term(T)).
takes(copy_term_nat/2, n, 2000, vars, L, copy_term_nat(L, _)).
takes(copy_term_nat/4, nlog, 1000, vars, L, ( L = [X|_], copy_term_nat([X], L, _, _) )).
takes(copy_term/3, n, 500, frozen, L, copy_term(L, _, _)).
takes(copy_term/2-attributed, n, 500, frozen, L, copy_term(L, _)).
takes(term_attvars/2, n, 1000, frozen, L, term_attvars(L, _)).
takes(frozen/2, n, 500, frozen, L, frozen(L, _)).
takes(freeze/2, n, 500, frozen, L, \+ \+ maplist(=(1), L)).
takes(freeze/2-one, n, 200, ints, L, ( foldl([_,X,X]>>freeze(X, true), L, X, _), X = 1 )).
takes(dif/2, n, 500, two_lists, L-M, \+ dif(L, M)).
takes(dif/2-open, n, 300, vars, L, ( length(L, N), length(M, N), dif(L, M) )).
takes(call_residue_vars/2, n, 500, ints, L, call_residue_vars(maplist([_]>>freeze(_, true), L), _)).
takes(term_singletons/2, nlog, 1000, vars, L, term_singletons(L, _)).
takes(nonground/2, n, 5000, ints, L, \+ nonground(L, _)).
takes(term_variables/3, n, 2000, vars, L, term_variables(L, _, [])).
takes(numbervars/1, n, 1000, vars, L, numbervars(L)).
takes(numbervars/3, n, 1000, vars, L, numbervars(L, 0, _)).
takes(numbervars/4, n, 1000, vars, L, numbervars(L, 0, _, [singletons(true)])).
takes(varnumbers/2, nlog, 500, vars, L, ( copy_term(L, M), numbervars(M, 0, _), varnumbers(M, _) )).
takes(varnumbers/3, nlog, 500, vars, L, ( copy_term(L, M), numbervars(M, 0, _), varnumbers(M, 0, _) )).
takes(max_var_number/3, n, 500, vars, L, ( copy_term(L, M), numbervars(M, 0, _), max_var_number(M, 0, _) )).
takes(varnumbers_names/3, nlog, 500, vars, L, ( copy_term(L, M), numbervars(M, 0, _), varnumbers_names(M, _, _) )).
takes(term_hash/2, n, 2000, ints, L, term_hash(L, _)).
takes(term_hash/4, n, 2000, ints, L, term_hash(L, -1, 1000, _)).
takes(variant_hash/2, n, 1000, ints, L, variant_hash(L, _)).
takes(variant_sha1/2, n, 1000, ints, L, variant_sha1(L, _)).
takes(term_size/2, n, 2000, ints, L, term_size(L, _)).
takes(size_abstract_term/3, n, 1000, ints, L, size_abstract_term(1000000000, L, _)).
takes(foldsubterms/4, n, 500, ints, L, foldsubterms([X,A,B]>>( integer(X), B is A + X ), L, 0, _)).
takes(foldsubterms/5, n, 500, ints, L, foldsubterms([X,Y,A,B]>>( integer(X), Y = X, B is A + X ), L, _, 0, _)).
takes(mapargs/3, n, 500, wide, T, mapargs(=, T, _)).
takes(mapsubterms/3, n, 500, ints, L, mapsubterms([X,Y]>>( integer(X), Y is -X ), L, _)).
takes(mapsubterms_var/3, n, 500, vars, L, mapsubterms_var([X,Y]>>( var(X), Y = 1 ), L, _)).
takes(sub_term/2, n, 1000, ints, L, all(sub_term(_, L))).
takes(sub_term/2-deep, n, 1000, deep, T, all(sub_term(_, T))).
takes(occurrences_of_term/3, n, 1000, ints, L, occurrences_of_term(7, L, _)).
takes(occurrences_of_var/3, n, 1000, vars, L, ( L = [V|_], occurrences_of_var(V, L, _) )).
takes(contains_term/2, n, 1000, ints, L, \+ contains_term(none, L)).
takes(contains_var/2, n, 1000, ints, L, \+ contains_var(_, L)).
takes(free_of_term/2, n, 1000, ints, L, free_of_term(none, L)).
takes(free_of_var/2, n, 1000, ints, L, free_of_var(_, L)).
takes(sub_var/2, n, 1000, ints, L, \+ sub_var(_, L)).
takes((=..)/2, n, 2000, wide, T, T =.. _).
takes(functor/3, n, 2000, ints, L, ( length(L, N), functor(_, f, N) )).
takes(functor/4, n, 2000, ints, L, ( length(L, N), functor(_, f, N, compound) )).
takes(compound_name_arguments/3, n, 2000, ints, L, compound_name_arguments(_, f, L)).
takes(compound_name_arity/3, n, 2000, ints, L, ( length(L, N), compound_name_arity(_, f, N) )).
takes(same_functor/2, n, 2000, wide, T, same_functor(T, _)).
takes(arg/3, 1, 2000, wide, T, arg(7, T, _)).
takes(arg/3-all, n, 2000, wide, T, all(arg(_, T, _))).
takes(is_list/1, n, 5000, ints, L, is_list(L)).
takes(is_most_general_term/1, nlog, 1000, open_wide, T, is_most_general_term(T)).
takes(keysort/2, nlog, 1000, pairs, L, keysort(L, _)).
takes(sort/2, nlog, 1000, mixed, L, sort(L, _)).
takes(comma_list/2, n, 500, conjunction, T, comma_list(T, _)).
takes(semicolon_list/2, n, 500, disjunction, T, semicolon_list(T, _)).
takes(body_term_calls/2, n, 500, conjunction, T, ignore(body_term_calls(T, none))).
takes(expand_goal/2, n, 200, conjunction, T, expand_goal(T, _)).
takes(expand_term/2, n, 200, conjunction, T, expand_term((a :- T), _)).
takes(dcg_translate_rule/2, n, 200, conjunction, T, dcg_translate_rule((a --> T), _)).
takes((is)/2, n, 500, sums, T, _ is T).
takes((=:=)/2, n, 500, sums, T, T =:= T).
takes((<)/2, n, 500, sums, T, 0 < T).
takes(must_be/2, n, 1000, ints, L, must_be(list(integer), L)).
takes(is_of_type/2, n, 1000, ints, L, is_of_type(list(integer), L)).
takes(catch/3, n, 2000, ints, L, catch(throw(L), _, true)).

% Writing.
takes(write/2, n, 500, ints, L, writing(S, write(S, L))).
takes(writeq/2, n, 500, names, L, writing(S, writeq(S, L))).
takes(writeln/2, n, 500, ints, L, writing(S, writeln(S, L))).
takes(print/2, n, 500, ints, L, writing(S, print(S, L))).
takes(write_canonical/2, n, 500, ints, L, writing(S, write_canonical(S, L))).
takes(write_term/3, n, 500, sums, T, writing(S, write_term(S, T, [quoted(true)]))).
takes(write_term/3-deep, n, 500, deep, T, writing(S, write_term(S, T, []))).
takes(write_length/3, n, 500, ints, L, write_length(L, _, [])).
takes(print_term/2, n, 100, ints, L, writing(S, print_term(L, [output(S)]))).
takes(portray_clause/2, n, 200, conjunction, T, writing(S, portray_clause(S, (a :- T)))).
takes(format/3, n, 500, ints, L, format(atom(_), "~w", [L])).
takes(format/3-columns, n, 200, names, L, format(atom(_), "~*c~w~t~w~10+", [20,0'x,L,a])).
takes(with_output_to/2, n, 500, ints, L, with_output_to(string(_), print(L))).
takes(sformat/3, n, 500, ints, L, sformat(_, "~w", [L])).
takes(format_to_codes/3, n, 500, ints, L, format_to_codes("~w", [L], _)).
takes(format_to_chars/3, n, 500, ints, L, format_to_chars("~w", [L], _)).
takes(write_to_codes/2, n, 500, ints, L, write_to_codes(L, _)).
takes(write_to_chars/2, n, 500, ints, L, write_to_chars(L, _)).
takes(write_term_to_codes/3, n, 500, ints, L, write_term_to_codes(L, _, [])).
takes(fast_term_serialized/2, n, 1000, ints, L, fast_term_serialized(L, _)).
takes(term_to_atom/2-sums, n, 500, sums, T, term_to_atom(T, _)).
takes(print_message_lines/3, n, 200, names, L, ( findall('~w'-[A], member(A, L), Ls), writing(S, print_message_lines(S, '', Ls)) )).

% Reading.
takes(read_term/3, n, 300, list_text, S, reading(S, In, catch(read_term(In, _, []), _, true))).
takes(read/2, n, 2000, clauses_text, S, reading(S, In, ( repeat, read(In, T), T == end_of_file ))).
takes(read_clause/3, n, 2000, clauses_text, S, reading(S, In, ( repeat, read_clause(In, T, []), T == end_of_file ))).
takes(term_string/3, n, 300, list_text, S, term_string(_, S, [])).
takes(term_to_atom/2-read, n, 300, comma_text, A0, ( atom_concat(A0, ',x', A), term_to_atom(_, A) )).
takes(atom_to_term/3, n, 300, comma_text, A, atom_to_term(A, _, _)).
takes(read_term_from_atom/3, n, 300, comma_text, A, read_term_from_atom(A, _, [])).
takes(read_from_codes/2, n, 300, comma_text, A, ( atom_codes(A, Cs), read_from_codes(Cs, _) )).
takes(read_from_chars/2, n, 300, comma_text, A, ( atom_codes(A, Cs), read_from_chars(Cs, _) )).
takes(read_stream_to_codes/2, n, 2000, string, S, reading(S, In, read_stream_to_codes(In, _))).
takes(read_stream_to_codes/3, n, 2000, string, S, reading(S, In, read_stream_to_codes(In, _, []))).
takes(read_line_to_codes/2, n, 2000, string, S, reading(S, In, read_line_to_codes(In, _))).
takes(read_line_to_codes/3, n, 2000, string, S, reading(S, In, read_line_to_codes(In, _, []))).
takes(read_line_to_string/2, n, 2000, string, S, reading(S, In, read_line_to_string(In, _))).
takes(read_string/3, n, 2000, string, S, reading(S, In, read_string(In, _, _))).
takes(read_string/5, n, 2000, string, S, reading(S, In, read_string(In, "\n", "", _, _))).
takes(peek_string/3, n, 2000, string, S, reading(S, In, peek_string(In, 5, _))).
takes(copy_stream_data/2, n, 5000, string, S, reading(S, In, writing(Out, copy_stream_data(In, Out)))).
takes(copy_stream_data/3, n, 5000, string, S, reading(S, In, writing(Out, ( string_length(S, N), copy_stream_data(In, Out, N) )))).
takes(get_char/2, n, 1000, string, S, reading(S, In, ( repeat, get_char(In, C), C == end_of_file ))).
takes(get_code/2, n, 1000, string, S, reading(S, In, ( repeat, get_code(In, C), C == -1 ))).
takes(stream_to_lazy_list/2, n, 1000, string, S, reading(S, In, ( stream_to_lazy_list(In, L), length(L, _) ))).
takes(phrase_from_stream/2, n, 500, string, S, reading(S, In, phrase_from_stream(remainder(_), In))).
takes(phrase_from_file/2, n, 500, lines_file, F, phrase_from_file(blanks_and_more, F)).
takes(lazy_list_materialize/1, n, 1000, string, S, reading(S, In, ( stream_to_lazy_list(In, L), lazy_list_materialize(L) ))).
takes(lazy_list_length/2, n, 1000, string, S, reading(S, In, ( stream_to_lazy_list(In, L), lazy_list_length(L, _) ))).
takes(open_string/2, n, 5000, string, S, reading(S, _, true)).
takes(open_codes_stream/2, n, 2000, codes, Cs, ( open_codes_stream(Cs, S), close(S) )).
takes(open_chars_stream/2, n, 2000, codes, Cs, ( open_chars_stream(Cs, S), close(S) )).

% Files.
takes(read_file_to_codes/3, n, 500, file, F, read_file_to_codes(F, _, [])).
takes(read_file_to_string/3, n, 500, file, F, read_file_to_string(F, _, [])).
takes(read_file_to_terms/3, n, 2000, file, F, read_file_to_terms(F, _, [])).
takes(consult/1, n, 200, file, F, silent(load_files(F, [silent(true)]))).
takes(directory_files/2, n, 100, folder, F, directory_files(F, _)).
takes(directory_member/3, n, 50, folder, F, all(directory_member(F, _, []))).
takes(expand_file_name/2, nlog, 100, folder, F, ( atom_concat(F, '/*', P), expand_file_name(P, _) )).
takes(copy_file/2, n, 20000, lines_file, F, copy_file(F, growth_other)).
takes(file_sha1/2, n, 10000, lines_file, F, file_sha1(F, _)).
takes(crypto_file_hash/3, n, 10000, lines_file, F, crypto_file_hash(F, _, [])).
takes(atom_to_memory_file/2, n, 5000, atom, A, ( atom_to_memory_file(A, M), free_memory_file(M) )).
takes(memory_file_to_atom/2, n, 5000, memory_file, M, memory_file_to_atom(M, _)).
takes(memory_file_to_codes/2, n, 5000, memory_file, M, memory_file_to_codes(M, _)).
takes(memory_file_to_string/2, n, 5000, memory_file, M, memory_file_to_string(M, _)).
takes(size_memory_file/2, n, 5000, memory_file, M, size_memory_file(M, _)).

% Grammars.
blanks_and_more --> blanks, remainder(_).
takes(phrase/2, n, 1000, blanks, Cs, phrase(blanks, Cs)).
takes(blanks/2, n, 1000, blanks, Cs, phrase(blanks, Cs, _)).
takes(blanks_to_nl/2, n, 1000, blanks, Cs, phrase(blanks_to_nl, Cs, _)).
takes(whites/2, n, 1000, blanks, Cs, phrase(whites, Cs, _)).
takes(nonblanks/3, n, 1000, codes, Cs, phrase(nonblanks(_), Cs, _)).
takes(digits/3, n, 1000, digits, Cs, phrase(digits(_), Cs, _)).
takes(xdigits/3, n, 1000, digits, Cs, phrase(xdigits(_), Cs, _)).
takes(integer/3, n2, 500, digits, Cs, phrase(integer(_), Cs, _)).
takes(number/3, n2, 500, digits, Cs, phrase(number(_), Cs, _)).
takes(string/3, n, 1000, codes, Cs, ( phrase(( string(_), eos ), Cs) -> true )).
takes(string_without/4, n, 1000, codes, Cs, phrase(string_without(` `, _), Cs, _)).
takes(csyms/3, n, 1000, codes, Cs, phrase(csyms(_), Cs, _)).
takes(prolog_var_name/3, n, 1000, codes, Cs, phrase(prolog_var_name(_), [0'X|Cs], _)).
takes(remainder/3, 1, 1000, codes, Cs, phrase(remainder(_), Cs)).
takes(atom/3, n, 1000, atom, A, phrase(atom(A), _)).
takes(sequence/4, n, 500, digits, Cs, phrase(sequence(digit, _), Cs, _)).
takes(sequence/7, n, 500, comma_text, A, ( format(codes(Cs), "(~w)", [A]), phrase(sequence(`(`, integer, `,`, `)`, _), Cs, _) )).
takes(foreach/4, n, 300, ints, L, phrase(foreach(member(X, L), [X]), _)).
takes(foreach/5, n, 300, ints, L, phrase(foreach(member(X, L), [X], `,`), _)).
takes(call_dcg/3, n, 1000, blanks, Cs, call_dcg(blanks, Cs, _)).
takes(csv/3, n, 50, csv, Cs, phrase(csv(_), Cs)).
takes(csv/4, n, 50, rows, Rs, phrase(csv(Rs, []), _)).
takes(csv_write_stream/3, n, 50, rows, Rs, writing(S, csv_write_stream(S, Rs, []))).
takes(csv_read_stream/3, n, 50, csv, Cs, ( string_codes(T, Cs), reading(T, S, csv_read_stream(S, _, [])) )).
takes(utf8_codes/3, n, 1000, codes, Cs, phrase(utf8_codes(Cs), _)).
takes(base64/3, n, 500, codes, Cs, phrase(base64(Cs), _)).
takes(base32/3, n, 500, codes, Cs, phrase(base32(Cs), _)).

% Formats of others.
takes(atom_json_term/3, n, 300, json, S, atom_json_term(S, _, [])).
takes(atom_json_dict/3, n, 300, json, S, atom_json_dict(S, _, [])).
takes(json_read/2, n, 300, json, S, reading(S, In, json_read(In, _))).
takes(json_read/3, n, 300, json, S, reading(S, In, json_read(In, _, []))).
takes(json_read_dict/2, n, 300, json, S, reading(S, In, json_read_dict(In, _))).
takes(json_read_dict/3, n, 300, json, S, reading(S, In, json_read_dict(In, _, []))).
takes(json_write/2, n, 300, json_term, T, writing(S, json_write(S, T))).
takes(json_write/3, n, 300, json_term, T, writing(S, json_write(S, T, []))).
takes(json_write_dict/2, n, 300, json_dict, T, writing(S, json_write_dict(S, T))).
takes(json_write_dict/3, n, 300, json_dict, T, writing(S, json_write_dict(S, T, []))).
takes(is_json_term/1, n, 300, json_term, T, is_json_term(T)).
takes(load_xml/3, n, 100, xml, S, load_xml(string(S), _, [])).
takes(load_html/3, n, 100, html, S, load_html(string(S), _, [])).
takes(load_sgml/3, n, 100, xml, S, load_sgml(string(S), _, [dialect(xml)])).
takes(load_structure/3, n, 100, xml, S, load_structure(string(S), _, [])).
takes(xml_write/2, n, 100, elements, [E], writing(S, xml_write(S, E, []))).
takes(xml_write/3, n, 100, elements, [E], writing(S, xml_write(S, E, []))).
takes(html_write/2, n, 100, elements, [E], writing(S, html_write(S, E, []))).
takes(sgml_write/2, n, 100, elements, [E], writing(S, sgml_write(S, E, []))).
takes(xml_is_dom/1, n, 200, elements, Es, xml_is_dom(Es)).
takes(xpath/3, n, 200, elements, [E], all(xpath(E, //(e), _))).
takes(xml_quote_attribute/2, n, 2000, atom, A, xml_quote_attribute(A, _)).
takes(xml_quote_cdata/2, n, 2000, atom, A, xml_quote_cdata(A, _)).
takes(xml_name/1, n, 2000, atom, A, xml_name(A)).
takes(yaml_parse/2, n, 100, yaml, S, yaml_parse(string(S), _)).
takes(yaml_write/2, n, 100, ints, L, writing(S, yaml_write(S, L))).
takes(parse_url_search/2, n, 500, codes, Cs, parse_url_search(Cs, _)).
takes(uri_encoded/3, n, 500, atom, A, uri_encoded(path, A, _)).
takes(uri_iri/2, n, 500, atom, A, uri_iri(A, _)).
takes(uri_normalized/2, n, 500, atom, A, uri_normalized(A, _)).
takes(www_form_encode/2, n, 500, atom, A, www_form_encode(A, _)).
takes(base64/2, n, 1000, atom, A, base64(A, _)).
takes(base64/2-decoded, n, 1000, base64, B, base64(_, B)).
takes(base32/2, n, 500, atom, A, base32(A, _)).
takes(base32/2-decoded, n, 500, base32, B, base32(_, B)).
takes(base64url/2, n, 1000, atom, A, base64url(A, _)).
takes(base64_encoded/3, n, 1000, atom, A, base64_encoded(A, _, [])).
takes(hex_bytes/2, n, 1000, hex, H, hex_bytes(H, _)).
takes(sha_hash/3, n, 5000, atom, A, sha_hash(A, _, [])).
takes(md5_hash/3, n, 5000, atom, A, md5_hash(A, _, [])).
takes(hmac_sha/4, n, 5000, atom, A, hmac_sha(k, A, _, [algorithm(sha1)])).
takes(crypto_data_hash/3, n, 5000, atom, A, crypto_data_hash(A, _, [])).
takes(hash_atom/2, n, 1000, bytes, Bs, hash_atom(Bs, _)).
takes(re_match/2, n, 1000, atom, A, \+ re_match("b", A)).
takes(re_matchsub/3, n, 1000, atom, A, re_matchsub("a+", A, _)).
takes(re_split/3, n, 300, words, S, re_split(" ", S, _)).
takes(re_replace/4, n, 300, words, S, re_replace(" "/g, "_", S, _)).
takes(re_foldl/6, n, 300, words, S, re_foldl([_,X,Y]>>( Y is X + 1 ), " ", S, 0, _, [])).
takes(unicode_nfc/2, n, 1000, atom, A, unicode_nfc(A, _)).
takes(unicode_nfd/2, n, 1000, atom, A, unicode_nfd(A, _)).
takes(unicode_nfkc/2, n, 1000, atom, A, unicode_nfkc(A, _)).
takes(unicode_nfkd/2, n, 1000, atom, A, unicode_nfkd(A, _)).

% Texts.
takes(string_lines/2, n, 500, lines, S, string_lines(S, _)).
takes(dedent_lines/3, n, 200, lines, S, dedent_lines(S, _, [])).
takes(indent_lines/3, n, 200, lines, S, indent_lines("  ", S, _)).
takes(interpolate_string/4, n, 500, words, S, interpolate_string(S, _, [], [])).
takes(normalize_space/2, n, 500, words, S, normalize_space(atom(_), S)).
takes(tokenize_atom/2, n, 300, words, S, tokenize_atom(S, _)).
takes(porter_stem/2, n, 1000, atom, A, porter_stem(A, _)).
takes(atom_to_stem_list/2, n, 300, words, S, atom_to_stem_list(S, _)).
takes(double_metaphone/2, n, 1000, atom, A, double_metaphone(A, _)).
takes(isub/4, n2, 50, atom, A, isub(A, A, _, [])).
takes(dwim_match/2, n, 1000, atom, A, ignore(dwim_match(A, A))).
takes(wildcard_match/2, n, 1000, atom, A, wildcard_match("*a", A)).
takes(sub_atom/5, n, 1000, atom, A, \+ sub_atom(A, _, _, _, b)).
takes(sub_atom/5-all, n, 1000, atom, A, all(sub_atom(A, _, 1, _, _))).
takes(sub_string/5, n, 1000, string, S, all(sub_string(S, _, 1, _, _))).
takes(atom_concat/3, n2, 300, atom, A, all(atom_concat(_, _, A))).
takes(string_concat/3, n2, 300, string, S, all(string_concat(_, _, S))).
takes(atom_chars/2, n, 2000, chars, Cs, atom_chars(_, Cs)).
takes(atom_number/2, n2, 500, digits, Cs, ( atom_codes(A, Cs), atom_number(A, _) )).
takes(number_codes/2, n2, 500, digits, Cs, number_codes(_, Cs)).
takes(atom_string/2, n, 2000, string, S, atom_string(_, S)).
takes(string_chars/2, n, 2000, chars, Cs, string_chars(_, Cs)).
takes(string_codes/2, n, 2000, codes, Cs, string_codes(_, Cs)).
takes(string_code/3, 1, 2000, string, S, string_code(5, S, _)).
takes(get_string_code/3, 1, 2000, string, S, get_string_code(5, S, _)).
takes(text_concat/3, n, 2000, string, S, text_concat(S, S, _)).
takes(text_to_string/2, n, 2000, codes, Cs, text_to_string(Cs, _)).
takes(upcase_atom/2, n, 2000, atom, A, upcase_atom(A, _)).
takes(downcase_atom/2, n, 2000, atom, A, downcase_atom(A, _)).
takes(string_upper/2, n, 2000, string, S, string_upper(S, _)).
takes(string_lower/2, n, 2000, string, S, string_lower(S, _)).
takes(string_length/2, n, 5000, string, S, string_length(S, _)).
takes(atom_length/2, n, 5000, atom, A, atom_length(A, _)).
takes(char_type/2, n, 500, chars, Cs, maplist([C]>>char_type(C, alpha), Cs)).
takes(atomic_list_concat/2, n, 500, names, L, atomic_list_concat(L, _)).
takes(atomic_list_concat/3-split, n, 500, comma_text, A, atomic_list_concat(_, ',', A)).
takes(concat_atom/2, n, 500, names, L, concat_atom(L, _)).
takes(concat_atom/3, n, 500, names, L, concat_atom(L, ',', _)).

% Constraints.
takes((ins)/2, n, 100, vars, L, \+ \+ ins(L, 1..9)).
% About N^2 orders are decided, each by a propagation of all tasks.
takes(order_tasks/2, n3, 8, vars, L, \+ \+ ( length(L, N), ins(L, 0..N), findall(task(_, 1, _, 1, _), member(_, L), Ts), maplist([task(V, _, _, _, _), V]>>true, Ts, L), cumulative(Ts, []), order_tasks([], L) )).
takes(labeling/2, nlog, 50, vars, L, \+ \+ ( ins(L, 1..2), labeling([], L) )).
takes(label/1, nlog, 50, vars, L, \+ \+ ( ins(L, 1..2), label(L) )).
takes(sum/3, n, 50, vars, L, \+ \+ ( ins(L, 0..9), sum(L, #=, _) )).
takes(scalar_product/4, n, 50, vars, L, \+ \+ ( length(L, N), numlist(1, N, Cs), ins(L, 0..9), scalar_product(Cs, L, #=, _) )).
takes(all_different/1, n, 50, vars, L, \+ \+ ( length(L, N), ins(L, 1..N), all_different(L) )).
takes(chain/2, n2, 50, vars, L, \+ \+ ( length(L, N), ins(L, 1..N), chain(L, #<) )).
takes(list_to_fdset/2, nlog, 200, ints, L, list_to_fdset(L, _)).
takes(fdset_to_list/2, n, 200, fdset, S, fdset_to_list(S, _)).
takes(fdset_size/2, n, 200, fdset, S, fdset_size(S, _)).
takes(fdset_union/3, n, 200, fdsets, S-T, fdset_union(S, T, _)).
takes(fdset_intersection/3, n, 200, fdsets, S-T, fdset_intersection(S, T, _)).
takes(fdset_subtract/3, n, 200, fdsets, S-T, fdset_subtract(S, T, _)).
takes(fdset_complement/2, n, 200, fdset, S, fdset_complement(S, _)).
takes(fdset_disjoint/2, n, 200, fdsets, S-T, ignore(fdset_disjoint(S, T))).
takes(fdset_member/2, n, 200, fdset, S, all(fdset_member(_, S))).
takes(fdset_add_element/3, n, 200, fdset, S, fdset_add_element(S, 7, _)).
takes(fdset_del_element/3, n, 200, fdset, S, fdset_del_element(S, 8, _)).
takes(is_fdset/1, n, 200, fdset, S, is_fdset(S)).
takes(in_set/2, n, 200, fdset, S, \+ \+ in_set(_, S)).
takes(fdset_eq/2, n, 200, fdset, S, fdset_eq(S, S)).
takes(fdset_subset/2, n, 200, fdset, S, fdset_subset(S, S)).
takes(fdset_intersect/2, n, 200, fdsets, S-T, fdset_intersect(S, T)).
takes(global_cardinality/2, n2, 10, vars, L, \+ \+ ( length(L, N), findall(I-_, between(1, N, I), Ps), global_cardinality(L, Ps) )).

% With files and other options.
takes(csv_read_file/2, n, 50, csv_file, F, csv_read_file(F, _)).
takes(csv_write_file/3, n, 50, rows, Rs, csv_write_file(growth_other, Rs, [])).
takes(fast_write/2, n, 500, ints, L, setup_call_cleanup(open(growth_other, write, S, [type(binary)]), fast_write(S, L), close(S))).
takes(load_xml_file/2, n, 100, xml_file, F, load_xml_file(F, _)).
takes(read_line/2, n, 1000, string, S, reading(S, In, read_line(In, _))).
takes(csv_write_file/2, n, 50, rows, Rs, csv_write_file(growth_other, Rs)).
takes(fast_read/2, n, 500, ints, L, ( setup_call_cleanup(open(growth_other, write, S, [type(binary)]), fast_write(S, L), close(S)),
                                      setup_call_cleanup(open(growth_other, read, R, [type(binary)]), fast_read(R, _), close(R)) )).
takes(memory_file_to_atom/3, n, 5000, memory_file, M, memory_file_to_atom(M, _, utf8)).
takes(size_memory_file/3, n, 5000, memory_file, M, size_memory_file(M, _, utf8)).
takes(memory_file_substring/5, n, 5000, memory_file, M, memory_file_substring(M, 5, _, 5, _)).
takes(memory_file_line_position/4, n, 5000, memory_file, M, memory_file_line_position(M, _, _, 1000)).
takes(insert_memory_file/3, n, 5000, atom, A, ( atom_to_memory_file(abc, M), insert_memory_file(M, 1, A), free_memory_file(M) )).
takes(delete_memory_file/3, n, 5000, atom, A, ( atom_to_memory_file(abc, M), insert_memory_file(M, 1, A), atom_length(A, N), delete_memory_file(M, 1, N), free_memory_file(M) )).
takes(sgml_parse/2, n, 100, xml, S, ( new_sgml_parser(P, []), set_sgml_parser(P, dialect(xml)), reading(S, In, sgml_parse(P, [source(In),document(_)])), free_sgml_parser(P) )).

% Streams, in pieces.
takes(skip/2, n, 2000, string, S, reading(S, In, skip(In, 0'b))).
takes(skip_line/1, n, 2000, string, S, reading(S, In, skip_line(In))).
takes(peek_char/2, n, 1000, string, S, reading(S, In, ( repeat, peek_char(In, C), get_char(In, C), C == end_of_file ))).
takes(peek_code/2, n, 1000, string, S, reading(S, In, ( repeat, peek_code(In, C), get_code(In, C), C == -1 ))).
takes(read_pending_codes/3, n, 2000, string, S, reading(S, In, pending(read_pending_codes, In))).
takes(read_pending_chars/3, n, 2000, string, S, reading(S, In, pending(read_pending_chars, In))).
takes(lazy_get_codes/4, n, 1000, string, S, reading(S, In, ( lazy_list(lazy_get_codes(In, 10), L), lazy_list_materialize(L) ))).
takes(lazy_read_lines/4, n, 100, lines, S, reading(S, In, ( lazy_list(lazy_read_lines(In, []), L), lazy_list_materialize(L) ))).
takes(lazy_read_terms/4, n, 100, clauses_text, S, reading(S, In, ( lazy_list(lazy_read_terms(In, []), L), lazy_list_materialize(L) ))).
takes(read_source_term_at_location/3, n, 50, clauses_text, S, reading(S, In, read_source_term_at_location(In, _, [line(1)]))).

pending(Read, In) :-
    fill_buffer(In),
    call(Read, In, Codes, []),
    (   Codes == []
    ->  true
    ;   pending(Read, In)
    ).
