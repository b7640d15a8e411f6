/* The queens of the README in C: solutions, a predicate of the host, an error, a limit. */
#include <ferz.h>
#include <stdio.h>
#include <stdlib.h>

static const char *PROGRAM =
    "queens(N, Qs) :- numlist(1, N, Ns), select_all(Ns, [], Qs).\n"
    "select_all([], Qs, Qs).\n"
    "select_all(Ns, Placed, Qs) :- select(Q, Ns, Rest), safe(Q, 1, Placed), select_all(Rest, [Q|Placed], Qs).\n"
    "safe(_, _, []).\n"
    "safe(Q, D, [P|Ps]) :- abs(Q - P) =\\= D, D1 is D + 1, safe(Q, D1, Ps).\n";

/* Ends the program with the message of an error. */
static void check(ferz_status status, ferz_error *error) {
    if (status != FERZ_OK) {
        fprintf(stderr, "%s\n", ferz_error_message(error));
        ferz_error_free(error);
        exit(1);
    }
}

/* row(Columns, Q): draws a row of the board. */
static int32_t row(ferz_call *call, void *data) {
    int64_t columns = 0, queen = 0;
    ferz_term *first = ferz_call_arg(call, 0), *second = ferz_call_arg(call, 1);
    bool fits = ferz_term_get_int(first, &columns) && ferz_term_get_int(second, &queen);
    ferz_term_free(first);
    ferz_term_free(second);
    if (!fits) {
        ferz_term *ball = ferz_term_atom("no_row");
        ferz_call_throw(call, ball);
        ferz_term_free(ball);
        return FERZ_EXCEPTION;
    }
    for (int64_t column = 1; column <= columns; column++) {
        fputc(column == queen ? 'Q' : '.', data);
    }
    fputc('\n', data);
    return FERZ_OK;
}

int main(void) {
    ferz_error *error = NULL;
    ferz_engine *engine = ferz_engine_new();
    check(ferz_engine_consult(engine, PROGRAM, &error), error);
    check(ferz_engine_register(engine, "row", 2, row, stdout, NULL, &error), error);

    ferz_term *size = ferz_term_int(8);
    ferz_binding eight = {"N", size};
    ferz_query *query = NULL;
    ferz_answer *answer = NULL;
    check(ferz_query_open(engine, "queens(N, Qs)", &eight, 1, &query, &error), error);
    int count = 0;
    while (ferz_query_next(query, &answer, &error) == FERZ_OK) {
        if (count++ == 0) {
            ferz_term *queens = ferz_answer_value(answer, "Qs");
            char *text = ferz_term_text(queens, false);
            printf("%s\n", text);
            ferz_text_free(text);
            ferz_binding board[] = {{"N", size}, {"Qs", queens}};
            check(ferz_once(engine, "forall(member(Q, Qs), row(N, Q))", board, 2, NULL, &error), error);
            ferz_term_free(queens);
        }
        ferz_answer_free(answer);
    }
    ferz_query_free(query);
    ferz_term_free(size);
    printf("%d solutions\n", count);

    check(ferz_engine_set_limit(engine, FERZ_TIME, 20000000, &error), error);
    if (ferz_once(engine, "repeat, fail", NULL, 0, NULL, &error) == FERZ_LIMIT) {
        printf("%s\n", ferz_error_message(error));
    }
    ferz_error_free(error);
    ferz_engine_free(engine);
    return 0;
}
