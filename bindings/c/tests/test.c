/* Tests of the C interface: every function, and what must be refused. Run under valgrind by `bash bindings/c/test`. */
#include <ferz.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int checks = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                    \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Whether the term is written so; frees it. */
static bool is_text(ferz_term *term, const char *expected) {
    char *text = ferz_term_text(term, true);
    bool equal = text && strcmp(text, expected) == 0;
    if (!equal) {
        fprintf(stderr, "found %s, expected %s\n", text ? text : "nothing", expected);
    }
    ferz_text_free(text);
    ferz_term_free(term);
    return equal;
}

/* Whether the first answer of a goal gives X this value. */
static bool gives(ferz_engine *engine, const char *goal, const char *expected) {
    ferz_answer *answer = NULL;
    ferz_error *error = NULL;
    if (ferz_once(engine, goal, NULL, 0, &answer, &error) != FERZ_OK) {
        fprintf(stderr, "%s: %s\n", goal, ferz_error_message(error));
        ferz_error_free(error);
        return false;
    }
    bool same = is_text(ferz_answer_value(answer, "X"), expected);
    ferz_answer_free(answer);
    return same;
}

static void terms(void) {
    int64_t number = 0;
    double real = 0;
    size_t length = 0, count = 0;
    ferz_term *a = ferz_term_atom("it's"), *s = ferz_term_string("a\0b", 3), *i = ferz_term_int(-7);
    ferz_term *big = ferz_term_number("123456789012345678901234567890"), *third = ferz_term_number("-2r6");
    ferz_term *real_term = ferz_term_float(1.5), *v = ferz_term_var();
    CHECK(ferz_term_kind(a) == FERZ_ATOM && ferz_term_kind(s) == FERZ_STRING && ferz_term_kind(i) == FERZ_INT);
    CHECK(ferz_term_kind(big) == FERZ_BIG && ferz_term_kind(third) == FERZ_RATIONAL);
    CHECK(ferz_term_kind(real_term) == FERZ_FLOAT && ferz_term_kind(v) == FERZ_VAR);
    CHECK(ferz_term_get_int(i, &number) && number == -7 && !ferz_term_get_int(big, &number));
    CHECK(ferz_term_get_float(real_term, &real) && real == 1.5 && ferz_term_get_float(i, &real) && real == -7);
    CHECK(memcmp(ferz_term_get_text(s, &length), "a\0b", 3) == 0 && length == 3);
    CHECK(ferz_term_get_text(i, &length) == NULL);
    CHECK(is_text(ferz_term_copy(big), "123456789012345678901234567890") && is_text(ferz_term_copy(third), "-1r3"));
    const ferz_term *parts[] = {a, i, v, v};
    ferz_term *f = ferz_term_compound("f", parts, 4), *list = ferz_term_list(parts, 2), *nil = ferz_term_list(NULL, 0);
    CHECK(ferz_term_kind(f) == FERZ_COMPOUND && ferz_term_arity(f) == 4 && ferz_term_arg(f, 4) == NULL);
    ferz_term *x = ferz_term_arg(f, 2), *y = ferz_term_arg(f, 3), *same = ferz_term_copy(f);
    CHECK(ferz_term_equal(x, y) && ferz_term_equal(f, same) && !ferz_term_equal(f, list));
    CHECK(ferz_term_kind(list) == FERZ_PAIR && ferz_term_arity(list) == 2);
    CHECK(is_text(ferz_term_copy(list), "['it\\'s',-7]"));
    ferz_term **items = ferz_term_items(list, &count);
    CHECK(count == 2 && ferz_term_kind(items[1]) == FERZ_INT);
    ferz_terms_free(items, count);
    CHECK(ferz_term_items(nil, &count) == NULL && count == 0 && ferz_term_items(f, &count) == NULL);
    /* What is no term. */
    CHECK(ferz_term_atom(NULL) == NULL && ferz_term_atom("\xff") == NULL && ferz_term_number("1x") == NULL);
    ferz_term *read = NULL;
    ferz_error *unread = NULL;
    CHECK(ferz_term_parse("f(X, 'A b', [1|X]).", &read, &unread) == FERZ_OK && unread == NULL);
    CHECK(ferz_term_arity(read) == 3 && ferz_term_kind(read) == FERZ_COMPOUND);
    ferz_term_free(read);
    CHECK(ferz_term_parse("f(", &read, &unread) == FERZ_SYNTAX && ferz_error_message(unread)[0] != 0);
    ferz_error_free(unread);
    CHECK(ferz_term_parse("a", NULL, NULL) == FERZ_INVALID && ferz_term_parse(NULL, &read, NULL) == FERZ_INVALID);
    CHECK(ferz_term_number("1r0") == NULL && ferz_term_compound("f", NULL, 1) == NULL);
    ferz_term *all[] = {a, s, i, big, third, real_term, v, f, list, nil, x, y, same, NULL};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        ferz_term_free(all[n]);
    }
}

static void diagnostics(ferz_engine *engine) {
    ferz_error *error = NULL;
    ferz_query *query = NULL;
    ferz_diagnostic found;
    CHECK(ferz_query_open(engine, "X =\n )", NULL, 0, &query, &error) == FERZ_SYNTAX);
    CHECK(ferz_error_diagnostic(error, 0, &found) && found.is_error && found.line == 2 && found.column == 2);
    CHECK(found.file == NULL && strcmp(found.code, "syntax_error") == 0 && strlen(found.message) > 0);
    CHECK(!ferz_error_diagnostic(error, 1, &found) && !ferz_error_diagnostic(NULL, 0, &found));
    ferz_error_free(error);
    CHECK(ferz_engine_consult_named(engine, "rules.pl", "p(X) :- q.\n:- throw(no).\nr.\n", &error) == FERZ_LOAD);
    CHECK(ferz_error_diagnostic(error, 0, &found) && !found.is_error && strcmp(found.file, "rules.pl") == 0);
    CHECK(found.line == 1 && strcmp(found.code, "singletons") == 0);
    CHECK(ferz_error_diagnostic(error, 1, &found) && found.is_error && found.line == 2);
    CHECK(!ferz_error_diagnostic(error, 2, &found) && !ferz_error_diagnostic(error, 0, NULL));
    ferz_error_free(error);
    CHECK(ferz_engine_warning(engine, 0, &found) && found.line == 1 && !ferz_engine_warning(engine, 1, &found));
    CHECK(ferz_engine_consult(engine, "w(X) :- true.", &error) == FERZ_OK && error == NULL);
    CHECK(ferz_engine_warning(engine, 0, &found) && !found.is_error && strcmp(found.code, "singletons") == 0);
    CHECK(!ferz_engine_warning(engine, 1, &found) && !ferz_engine_warning(NULL, 0, &found));
    CHECK(ferz_engine_consult(engine, "v.", NULL) == FERZ_OK && !ferz_engine_warning(engine, 0, &found));
    CHECK(ferz_once(engine, "r", NULL, 0, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_flag(engine, "double_quotes", "atom", NULL) == FERZ_OK && gives(engine, "X = \"a\"", "a"));
    CHECK(ferz_engine_set_flag(engine, "double_quotes", "string", NULL) == FERZ_OK);
    CHECK(ferz_engine_set_flag(engine, "double_quotes", "nothing", NULL) == FERZ_EXCEPTION);
    CHECK(strchr(ferz_version(), '.') != NULL);
}

static void errors(ferz_engine *engine) {
    ferz_error *error = NULL;
    ferz_query *query = NULL;
    ferz_frame frame;
    CHECK(ferz_query_open(engine, "member(X, [1", NULL, 0, &query, &error) == FERZ_SYNTAX);
    CHECK(strstr(ferz_error_message(error), "Syntax error") && ferz_error_status(error) == FERZ_SYNTAX);
    ferz_error_free(error);
    CHECK(ferz_engine_consult(engine, "p(1.\n", &error) == FERZ_LOAD);
    ferz_error_free(error);
    CHECK(ferz_engine_consult_file(engine, "/no/such/file.pl", &error) == FERZ_FILE);
    ferz_error_free(error);
    CHECK(ferz_engine_consult(engine, "total([], 0). total([X|Xs], T) :- total(Xs, T0), T is T0+X.", &error) == FERZ_OK);
    CHECK(error == NULL);
    CHECK(ferz_once(engine, "total([1, a], T)", NULL, 0, NULL, &error) == FERZ_EXCEPTION);
    CHECK(ferz_error_frame(error, 0, &frame) && strcmp(frame.goal, "total([a|_],_)") == 0 && frame.line == 1);
    ferz_term *ball = ferz_error_exception(error);
    CHECK(is_text(ferz_term_arg(ball, 0), "type_error(evaluable,/(a,0))"));
    ferz_term_free(ball);
    ferz_error_free(error);
    int32_t status = 0;
    CHECK(ferz_once(engine, "halt(3)", NULL, 0, NULL, &error) == FERZ_HALT);
    CHECK(ferz_error_halt(error, &status) && status == 3);
    ferz_error_free(error);
    CHECK(ferz_once(engine, "get_time(_)", NULL, 0, NULL, NULL) == FERZ_EXCEPTION);
    CHECK(ferz_engine_grant(engine, FERZ_CLOCK, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "get_time(_)", NULL, 0, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_grant(engine, 99, NULL) == FERZ_INVALID);
    CHECK(ferz_engine_consult(NULL, "p.", NULL) == FERZ_INVALID && ferz_engine_consult(engine, NULL, NULL) == FERZ_INVALID);
    CHECK(ferz_query_open(engine, "true", NULL, 0, NULL, NULL) == FERZ_INVALID);
}

static void limits(ferz_engine *engine) {
    ferz_error *error = NULL;
    ferz_limit limit;
    CHECK(ferz_engine_set_limit(engine, FERZ_INFERENCES, 10000, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "repeat, fail", NULL, 0, NULL, &error) == FERZ_LIMIT);
    CHECK(ferz_error_limit(error, &limit) && limit == FERZ_INFERENCES);
    ferz_error_free(error);
    CHECK(ferz_engine_set_limit(engine, FERZ_INFERENCES, 0, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_limit(engine, FERZ_TIME, 50000000, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "catch((repeat, fail), _, true)", NULL, 0, NULL, &error) == FERZ_LIMIT);
    CHECK(ferz_error_limit(error, &limit) && limit == FERZ_TIME);
    ferz_error_free(error);
    CHECK(ferz_engine_set_limit(engine, FERZ_TIME, 0, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_limit(engine, FERZ_MEMORY, 1 << 20, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "numlist(1, 1000000, L)", NULL, 0, NULL, &error) == FERZ_LIMIT);
    CHECK(ferz_error_limit(error, &limit) && limit == FERZ_MEMORY && !ferz_error_limit(error, NULL));
    ferz_error_free(error);
    CHECK(ferz_engine_set_limit(engine, FERZ_MEMORY, 0, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_limit(engine, 42, 1, NULL) == FERZ_INVALID);
    CHECK(ferz_engine_set_grace(engine, 1000000000, false, NULL) == FERZ_OK);
}

static void queries(ferz_engine *engine) {
    ferz_query *outer = NULL, *inner = NULL;
    ferz_answer *answer = NULL;
    ferz_error *error = NULL;
    CHECK(ferz_query_open(engine, "member(X, [a, b]), dif(Y, 1)", NULL, 0, &outer, NULL) == FERZ_OK);
    CHECK(ferz_query_next(outer, &answer, NULL) == FERZ_OK && !ferz_answer_is_last(answer));
    CHECK(ferz_answer_count(answer) == 2 && strcmp(ferz_answer_name(answer, 0), "X") == 0);
    CHECK(ferz_answer_name(answer, 2) == NULL && ferz_answer_value(answer, "Z") == NULL);
    ferz_term *goal = ferz_answer_residual(answer, 0);
    CHECK(ferz_term_kind(goal) == FERZ_COMPOUND && ferz_answer_residual(answer, 1) == NULL);
    ferz_term_free(goal);
    char *text = ferz_answer_text(answer, true);
    CHECK(strcmp(text, "X = a,\ndif(Y, 1)") == 0);
    ferz_text_free(text);
    /* A query within a query; the outer one waits, and so does all else. */
    ferz_term *value = ferz_answer_value(answer, "X");
    ferz_binding binding = {"A", value};
    CHECK(ferz_query_open(engine, "atom_length(A, X)", &binding, 1, &inner, NULL) == FERZ_OK);
    CHECK(ferz_query_next(outer, NULL, &error) == FERZ_BUSY);
    ferz_error_free(error);
    CHECK(ferz_engine_consult(engine, "q.", NULL) == FERZ_BUSY);
    CHECK(ferz_query_next(inner, NULL, NULL) == FERZ_OK && ferz_query_next(inner, NULL, NULL) == FERZ_DONE);
    ferz_query_free(inner);
    ferz_term_free(value);
    ferz_answer_free(answer);
    CHECK(ferz_query_next(outer, NULL, NULL) == FERZ_OK && ferz_query_next(outer, NULL, NULL) == FERZ_DONE);
    CHECK(ferz_query_next(outer, NULL, NULL) == FERZ_DONE);
    ferz_query_free(outer);
    /* By steps. */
    CHECK(ferz_query_open(engine, "between(1, inf, N), N mod 997 =:= 0", NULL, 0, &outer, NULL) == FERZ_OK);
    int steps = 0;
    while (ferz_query_step(outer, 100, NULL, NULL) == FERZ_YIELDED) {
        steps++;
    }
    CHECK(steps > 3);
    ferz_query_free(outer);
    /* The engine may be freed first. */
    ferz_engine *other = ferz_engine_new();
    CHECK(ferz_query_open(other, "member(X, [1, 2])", NULL, 0, &outer, NULL) == FERZ_OK);
    ferz_engine_free(other);
    CHECK(ferz_query_next(outer, NULL, NULL) == FERZ_OK);
    ferz_query_free(outer);
}

/* Queries that are freed in the wrong order, or used when they are closed. */
static void nesting(ferz_engine *engine) {
    ferz_query *first = NULL, *second = NULL, *third = NULL;
    ferz_answer *answer = NULL;
    CHECK(ferz_query_open(engine, "member(X, [1, 2])", NULL, 0, &first, NULL) == FERZ_OK);
    CHECK(ferz_query_open(engine, "member(X, [3, 4])", NULL, 0, &second, NULL) == FERZ_OK);
    ferz_query_free(first);
    CHECK(ferz_query_next(second, NULL, NULL) == FERZ_INVALID);
    CHECK(ferz_query_open(engine, "member(X, [5, 6])", NULL, 0, &first, NULL) == FERZ_OK);
    CHECK(ferz_query_open(engine, "member(X, [7, 8])", NULL, 0, &third, NULL) == FERZ_OK);
    /* Not the query that is there now. */
    CHECK(ferz_query_next(second, NULL, NULL) == FERZ_INVALID);
    ferz_query_free(second);
    CHECK(ferz_query_next(third, &answer, NULL) == FERZ_OK && is_text(ferz_answer_value(answer, "X"), "7"));
    ferz_answer_free(answer);
    CHECK(ferz_query_open(engine, "syntax error", NULL, 0, &second, NULL) == FERZ_SYNTAX);
    ferz_query_free(third);
    CHECK(ferz_query_next(first, &answer, NULL) == FERZ_OK && is_text(ferz_answer_value(answer, "X"), "5"));
    ferz_answer_free(answer);
    ferz_query_free(first);
    CHECK(gives(engine, "X = 9", "9"));
}

static atomic_bool is_stopped;

/* Interrupts until the query has ended: an interrupt before it begins does nothing. */
static void *stop(void *interrupter) {
    while (!is_stopped) {
        usleep(10000);
        ferz_interrupt(interrupter);
    }
    return NULL;
}

static void interruption(ferz_engine *engine) {
    pthread_t thread;
    ferz_interrupter *interrupter = ferz_engine_interrupter(engine);
    ferz_interrupt(interrupter);
    pthread_create(&thread, NULL, stop, interrupter);
    CHECK(ferz_once(engine, "repeat, fail", NULL, 0, NULL, NULL) == FERZ_INTERRUPTED);
    is_stopped = true;
    pthread_join(thread, NULL);
    ferz_interrupter_free(interrupter);
    CHECK(gives(engine, "X = 1", "1"));
}

static int freed = 0;

static void count_freed(void *data) {
    freed++;
    free(data);
}

static int32_t twice(ferz_call *call, void *data) {
    int64_t value = 0;
    ferz_term *arg = ferz_call_arg(call, 0);
    bool is_int = ferz_term_get_int(arg, &value);
    ferz_term_free(arg);
    if (!is_int) {
        ferz_term *name = ferz_term_atom("no_integer");
        ferz_call_throw(call, name);
        ferz_term_free(name);
        return FERZ_EXCEPTION;
    }
    if (value < 0) {
        return value == -1 ? FERZ_DONE : 4711;
    }
    ++*(int *)data;
    ferz_term *result = ferz_term_int(2 * value);
    bool set = ferz_call_unify(call, 1, result) && !ferz_call_unify(call, 2, result) && ferz_call_arity(call) == 2;
    ferz_term_free(result);
    return set && !ferz_call_is_stop_wanted(call) && ferz_call_write(call, "!") ? FERZ_OK : FERZ_DONE;
}

static int32_t next_digit(ferz_row *row, void *state) {
    int *at = state;
    if (*at == 10) {
        return FERZ_DONE;
    }
    if (*at == 7) {
        ferz_term *ball = ferz_term_atom("seven");
        ferz_row_throw(row, ball);
        ferz_term_free(ball);
        return FERZ_EXCEPTION;
    }
    ferz_term *digit = ferz_term_int(*at), *square = ferz_term_int(*at * *at);
    bool set = ferz_row_set(row, 0, digit) && ferz_row_set(row, 1, square) && !ferz_row_set(row, 3, square);
    ferz_term_free(digit);
    ferz_term_free(square);
    ++*at;
    return set ? FERZ_OK : FERZ_DONE;
}

static int32_t digits(ferz_call *call, void *data) {
    (void)data;
    int *state = calloc(1, sizeof *state);
    return ferz_call_solutions(call, next_digit, state, count_freed) ? FERZ_OK : FERZ_DONE;
}

static int32_t same(ferz_call *call, void *data) {
    (void)data;
    return ferz_call_unify_args(call, 0, 1) ? FERZ_OK : FERZ_DONE;
}

/* A function that uses the engine that calls it. */
static int32_t again(ferz_call *call, void *data) {
    (void)call;
    return ferz_once(data, "true", NULL, 0, NULL, NULL) == FERZ_BUSY ? FERZ_OK : FERZ_DONE;
}

/* Frees a query of the engine that calls it; it is closed when the engine has come to rest. */
static int32_t free_query(ferz_call *call, void *data) {
    (void)call;
    ferz_query **query = data;
    ferz_query_free(*query);
    *query = NULL;
    return FERZ_OK;
}

/* Frees the engine that calls it. */
static int32_t free_engine(ferz_call *call, void *data) {
    (void)call;
    ferz_engine **engine = data;
    ferz_engine_free(*engine);
    *engine = NULL;
    return FERZ_OK;
}

/* Calls its argument twice. */
static int32_t both(ferz_call *call, void *data) {
    (void)data;
    ferz_error *error = NULL;
    ferz_status status = ferz_call_goal(call, 0, &error);
    if (status == FERZ_OK) {
        status = ferz_call_goal(call, 0, &error);
    }
    if (error) {
        ferz_term *ball = ferz_error_exception(error);
        ferz_call_throw(call, ball);
        ferz_term_free(ball);
        ferz_error_free(error);
    }
    return (int32_t)status;
}

static void unusual(void) {
    ferz_engine *engine = ferz_engine_new();
    ferz_query *outer = NULL;
    ferz_error *error = NULL;
    CHECK(ferz_engine_register(engine, "free_query", 0, free_query, &outer, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "free_engine", 0, free_engine, &engine, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "both", 1, both, NULL, NULL, NULL) == FERZ_OK);
    CHECK(gives(engine, "both(X = 1)", "1") && gives(engine, "catch(both(throw(up)), X, true)", "up"));
    CHECK(gives(engine, "(both(member(X, [1, 2])), fail ; X = no)", "no"));
    CHECK(ferz_engine_set_limit(engine, FERZ_INFERENCES, 1000, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "catch(both((repeat, fail)), _, true)", NULL, 0, NULL, &error) == FERZ_LIMIT);
    ferz_error_free(error);
    CHECK(ferz_query_open(engine, "repeat", NULL, 0, &outer, NULL) == FERZ_OK);
    CHECK(ferz_once(engine, "free_query", NULL, 0, NULL, NULL) == FERZ_OK && outer == NULL);
    CHECK(ferz_engine_consult(engine, "q(1).", NULL) == FERZ_OK && gives(engine, "q(X)", "1"));
    /* A cleanup goal of a query that is closed frees another one. */
    ferz_query *closed = NULL;
    CHECK(ferz_query_open(engine, "repeat", NULL, 0, &outer, NULL) == FERZ_OK);
    CHECK(ferz_query_open(engine, "setup_call_cleanup(true, repeat, free_query)", NULL, 0, &closed, NULL) == FERZ_OK);
    CHECK(ferz_query_next(closed, NULL, NULL) == FERZ_OK);
    ferz_query_free(closed);
    CHECK(outer == NULL && gives(engine, "q(X)", "1"));
    ferz_engine *running = engine;
    CHECK(ferz_engine_consult(running, ":- free_engine.", NULL) == FERZ_OK && engine == NULL);
}

static int32_t append_text(const char *bytes, size_t length, void *data) {
    strncat(data, bytes, length);
    return 0;
}

static ptrdiff_t read_text(char *buffer, size_t size, void *data) {
    const char **rest = data;
    size_t length = strlen(*rest) < size ? strlen(*rest) : size;
    memcpy(buffer, *rest, length);
    *rest += length;
    return (ptrdiff_t)length;
}

static void predicates(void) {
    char output[1000] = "";
    const char *input = "hello. ";
    ferz_engine *engine = ferz_engine_new();
    int *calls = calloc(1, sizeof *calls);
    freed = 0;
    CHECK(ferz_engine_register(engine, "twice", 2, twice, calls, count_freed, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "digit", 3, digits, NULL, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "same", 2, same, NULL, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "again", 0, again, engine, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "append", 3, same, calloc(1, 1), count_freed, NULL) == FERZ_OK);
    CHECK(ferz_engine_register(engine, "is", 2, same, calloc(1, 1), count_freed, NULL) == FERZ_EXCEPTION && freed == 1);
    CHECK(ferz_engine_register(engine, "none", 2, NULL, NULL, NULL, NULL) == FERZ_INVALID);
    CHECK(ferz_engine_set_output(engine, append_text, output, NULL, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_input(engine, read_text, &input, NULL, NULL) == FERZ_OK);
    CHECK(gives(engine, "twice(21, X)", "42") && *calls == 1);
    CHECK(strcmp(output, "!") == 0);
    CHECK(gives(engine, "read(X), write(X), nl", "hello") && strcmp(output, "!hello\n") == 0);
    CHECK(ferz_once(engine, "twice(-1, _)", NULL, 0, NULL, NULL) == FERZ_DONE);
    CHECK(gives(engine, "catch(twice(a, _), E, X = E)", "no_integer"));
    CHECK(gives(engine, "catch(twice(-2, _), error(E, _), (functor(E, X, _)))", "system_error"));
    CHECK(gives(engine, "same(f(A, B), f(1, C)), X = A", "1"));
    CHECK(gives(engine, "digit(X, 9, free)", "3") && freed == 2);
    CHECK(gives(engine, "catch(findall(D, digit(D, _, _), X), seven, X = caught)", "caught"));
    CHECK(gives(engine, "findall(D, limit(3, digit(D, _, _)), X)", "[0,1,2]") && freed == 4);
    CHECK(gives(engine, "again, X = 1", "1"));
    /* Facts, objects, forks. */
    ferz_term *object = ferz_term_object("box", calloc(1, 1), count_freed);
    const ferz_term *parts[] = {object};
    ferz_term *fact = ferz_term_compound("kept", parts, 1);
    const ferz_term *facts[] = {fact, fact};
    CHECK(ferz_engine_insert(engine, facts, 2, NULL) == FERZ_OK && ferz_term_get_object(object, "box") != NULL);
    CHECK(gives(engine, "aggregate_all(count, kept(_), X)", "2"));
    facts[1] = object;
    CHECK(ferz_engine_insert(engine, facts + 1, 1, NULL) == FERZ_OK || ferz_engine_insert(engine, NULL, 1, NULL) == FERZ_INVALID);
    CHECK(ferz_engine_insert(engine, NULL, 1, NULL) == FERZ_INVALID && ferz_engine_insert(engine, NULL, 0, NULL) == FERZ_OK);
    CHECK(ferz_term_get_object(object, "jar") == NULL && ferz_term_get_object(fact, "box") == NULL);
    ferz_term_free(object);
    ferz_term_free(fact);
    CHECK(gives(engine, "kept(B), blob(B, X)", "box"));
    ferz_engine *fork = NULL;
    CHECK(ferz_engine_fork(engine, &fork, NULL) == FERZ_OK);
    CHECK(gives(fork, "twice(4, X)", "8") && freed == 4);
    CHECK(ferz_engine_reset(engine, NULL) == FERZ_OK && ferz_once(engine, "kept(_)", NULL, 0, NULL, NULL) != FERZ_OK);
    ferz_engine_free(engine);
    ferz_engine_free(fork);
    CHECK(freed == 7);
}

static void *count_queens(void *program) {
    ferz_engine *engine = ferz_program_engine(program);
    CHECK(gives(engine, "half(10, X)", "5"));
    ferz_engine_free(engine);
    return NULL;
}

static void programs(void) {
    ferz_error *error = NULL;
    ferz_program *program = NULL, *loaded = NULL;
    ferz_builder *builder = ferz_builder_new();
    CHECK(ferz_builder_text(builder, "rules", "half(X, Y) :- twice(Y0, X), Y = Y0.", NULL) == FERZ_OK);
    CHECK(ferz_builder_text(builder, "more", "twice(X, Y) :- X is Y // 2.", NULL) == FERZ_OK);
    CHECK(ferz_builder_limit(builder, FERZ_INFERENCES, 100000, NULL) == FERZ_OK);
    CHECK(ferz_builder_register(builder, "same", 2, same, NULL, NULL, NULL) == FERZ_OK);
    CHECK(ferz_builder_freeze(builder, &program, &error) == FERZ_OK);
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&threads[i], NULL, count_queens, program);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
    }
    uint8_t *bytes = NULL;
    size_t length = 0;
    CHECK(ferz_program_bytes(program, &bytes, &length, NULL) == FERZ_OK);
    builder = ferz_builder_new();
    CHECK(ferz_builder_bytes(builder, bytes, length, NULL) == FERZ_OK);
    CHECK(ferz_builder_grant_files(builder, "/tmp", false, NULL) == FERZ_OK);
    CHECK(ferz_builder_freeze(builder, &loaded, &error) == FERZ_LOAD);
    CHECK(strstr(ferz_error_message(error), "the host predicate same/2 is not registered"));
    ferz_error_free(error);
    builder = ferz_builder_new();
    CHECK(ferz_builder_bytes(builder, bytes, length, NULL) == FERZ_OK);
    CHECK(ferz_builder_register(builder, "same", 2, same, NULL, NULL, NULL) == FERZ_OK);
    CHECK(ferz_builder_freeze(builder, &loaded, NULL) == FERZ_OK);
    ferz_engine *engine = ferz_program_engine(loaded);
    CHECK(gives(engine, "half(8, X)", "4"));
    ferz_engine_free(engine);
    ferz_bytes_free(bytes, length);
    builder = ferz_builder_new();
    CHECK(ferz_builder_text(builder, "rules", "half(X, Y :- true.", NULL) == FERZ_OK);
    CHECK(ferz_builder_freeze(builder, &loaded, &error) == FERZ_LOAD && strstr(ferz_error_message(error), "rules:1"));
    ferz_error_free(error);
    builder = ferz_builder_new();
    CHECK(ferz_builder_file(builder, "/no/such/file.pl", NULL) == FERZ_OK);
    CHECK(ferz_builder_freeze(builder, &loaded, NULL) == FERZ_LOAD);
    CHECK(ferz_builder_freeze(NULL, &loaded, NULL) == FERZ_INVALID);
    ferz_builder_free(ferz_builder_new());
    // Arguments that are refused leave the builder as it was.
    builder = ferz_builder_new();
    CHECK(ferz_builder_text(builder, NULL, "a.", NULL) == FERZ_INVALID);
    CHECK(ferz_builder_bytes(builder, NULL, 4, NULL) == FERZ_INVALID);
    CHECK(ferz_builder_limit(builder, 99, 1, NULL) == FERZ_INVALID);
    CHECK(ferz_builder_register(builder, "same", 2, NULL, NULL, NULL, NULL) == FERZ_INVALID);
    CHECK(ferz_builder_text(builder, "facts", "fact(1).", NULL) == FERZ_OK);
    ferz_program *facts = NULL;
    CHECK(ferz_builder_freeze(builder, &facts, NULL) == FERZ_OK);
    engine = ferz_program_engine(facts);
    CHECK(gives(engine, "fact(X)", "1"));
    // No amount of memory is too little for an error.
    CHECK(ferz_engine_set_limit(engine, FERZ_MEMORY, 1, NULL) == FERZ_OK);
    ferz_limit limit = FERZ_TIME;
    CHECK(ferz_once(engine, "numlist(1, 100000, L)", NULL, 0, NULL, &error) == FERZ_LIMIT);
    CHECK(ferz_error_limit(error, &limit) && limit == FERZ_MEMORY);
    ferz_error_free(error);
    ferz_engine_free(engine);
    ferz_program_free(facts);
    ferz_program_free(program);
    ferz_program_free(loaded);
    ferz_program_free(NULL);
}

int main(void) {
    ferz_engine *engine = ferz_engine_new();
    terms();
    errors(engine);
    limits(engine);
    queries(engine);
    nesting(engine);
    diagnostics(engine);
    interruption(engine);
    predicates();
    unusual();
    programs();
    CHECK(ferz_engine_grant_files(engine, "/tmp", true, NULL) == FERZ_OK);
    CHECK(ferz_engine_set_error(engine, NULL, NULL, NULL, NULL) == FERZ_OK);
    ferz_engine_free(engine);
    printf("%d checks passed\n", checks);
    return 0;
}
