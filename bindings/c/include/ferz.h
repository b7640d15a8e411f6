/* ferz: a Prolog engine. C interface.
 *
 * This file is made by cbindgen from bindings/c/src.
 *
 * Handles. What a function returns as a new handle, or writes to a place, is the caller's, who frees it by the function
 * of its type (ferz_term_free, ...). Handles that are given to a function stay the caller's, unless it says that it
 * frees them. Texts that "belong to" a handle live as long as it does. A null pointer where a handle is wanted is an
 * error and nothing worse; a handle that was freed is undefined behaviour, as everywhere in C. Only engines and queries
 * may be freed by functions of the host while the library runs them.
 *
 * Texts are UTF-8 and end with a null character, unless there is a length.
 *
 * Errors. Functions that can fail return a ferz_status and take the place of an error as the last argument: a null
 * pointer if nobody wants to know, else it is set to a new error, or to a null pointer when there is none. An engine is
 * usable after every error but FERZ_PANIC. Functions that make something and have no status return a null pointer if
 * an argument is not what it has to be.
 *
 * Threads. The library has no state of its own that callers can see. An engine, with its queries, is used by one thread
 * at a time, and may go from thread to thread; where two use it at once, one gets FERZ_BUSY, and so does a function of
 * the host that uses the engine that has called it. Engines do not know of one another: each thread may have its own.
 * Programs, terms, answers, errors and interrupters never change, and may be used by all threads at once. A builder is
 * used by one thread at a time.
 *
 * Functions of the host are called by the thread that runs the engine. Their data may be freed by any thread: by the one
 * that drops the last engine, program or term that has it. They return, and neither jump (longjmp) nor throw (C++) out
 * of the library. Predicates of a program (ferz_builder_register) may run on several threads at once; those of an engine
 * (ferz_engine_register), which its forks and its threads share, run one at a time.
 *
 * Versions. Within 0.N (from 1.0 on within N) this header only grows: functions, values of enumerations and their numbers
 * stay what they are, and so do structures, so that a program runs with a later library of the same 0.N. The name that
 * the linker writes into programs has it, as libferz.so.0.1. ferz_version tells the version of the library that runs. */


#ifndef FERZ_H
#define FERZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 What a function has come to.
 */
typedef enum {
  /*
   It is done; of a query: there is an answer; of a predicate: it succeeds.
   */
  FERZ_OK = 0,
  /*
   There are no more answers; of a predicate: it fails.
   */
  FERZ_DONE = 1,
  /*
   The calls of a step are used up: the next step goes on.
   */
  FERZ_YIELDED = 2,
  /*
   A text has a syntax error.
   */
  FERZ_SYNTAX = 3,
  /*
   The goal has raised an exception that nothing has caught.
   */
  FERZ_EXCEPTION = 4,
  /*
   The program has called halt/1.
   */
  FERZ_HALT = 5,
  /*
   A text or file was loaded, but contains errors.
   */
  FERZ_LOAD = 6,
  /*
   A file cannot be read.
   */
  FERZ_FILE = 7,
  /*
   The query was interrupted.
   */
  FERZ_INTERRUPTED = 8,
  /*
   A limit was met.
   */
  FERZ_LIMIT = 9,
  /*
   The engine runs already, in another thread or around this call; or the query is not its innermost one.
   */
  FERZ_BUSY = 10,
  /*
   An argument is a null pointer, is not UTF-8, or is not what it has to be.
   */
  FERZ_INVALID = 11,
  /*
   The library itself has failed. The handles that were used can only be freed.
   */
  FERZ_PANIC = 12,
} ferz_status;

/*
 A limit. The first two are for all that the engine keeps, the others for each query and each text that is loaded.
 */
typedef enum {
  /*
   Bytes of terms and stacks.
   */
  FERZ_MEMORY = 0,
  /*
   Bytes of clauses, atoms and what else lasts.
   */
  FERZ_PROGRAM = 1,
  /*
   Calls.
   */
  FERZ_INFERENCES = 2,
  /*
   Nanoseconds.
   */
  FERZ_TIME = 3,
  /*
   Calls that wait for the end of others.
   */
  FERZ_DEPTH = 4,
  /*
   Answers.
   */
  FERZ_ANSWERS = 5,
  /*
   Bytes written to streams.
   */
  FERZ_OUTPUT = 6,
} ferz_limit;

/*
 The kind of a term.
 */
typedef enum {
  /*
   An unbound variable.
   */
  FERZ_VAR = 0,
  /*
   An atom. The empty list is the atom [].
   */
  FERZ_ATOM = 1,
  /*
   An integer of 64 bits.
   */
  FERZ_INT = 2,
  /*
   An integer beyond 64 bits: `ferz_term_text` has its digits.
   */
  FERZ_BIG = 3,
  /*
   A rational number that is not an integer: its text is as 1r3.
   */
  FERZ_RATIONAL = 4,
  /*
   A floating point number.
   */
  FERZ_FLOAT = 5,
  /*
   A string.
   */
  FERZ_STRING = 6,
  /*
   A list pair: its arguments are the head and the tail.
   */
  FERZ_PAIR = 7,
  /*
   A compound term.
   */
  FERZ_COMPOUND = 8,
  /*
   An object of the host.
   */
  FERZ_OBJECT = 9,
} ferz_kind;

/*
 Something that an engine may do besides computing.
 */
typedef enum {
  /*
   All that the process may do with files.
   */
  FERZ_ALL_FILES = 0,
  /*
   The environment variables and the working directory.
   */
  FERZ_ENVIRONMENT = 1,
  /*
   Starting other programs.
   */
  FERZ_PROCESSES = 2,
  /*
   The time of day, and the time that a goal takes.
   */
  FERZ_CLOCK = 3,
  /*
   Random numbers that cannot be predicted.
   */
  FERZ_RANDOMNESS = 4,
  /*
   Waiting.
   */
  FERZ_SLEEP = 5,
  /*
   Threads.
   */
  FERZ_THREADS = 6,
  /*
   The standard input, output and error of the process.
   */
  FERZ_STANDARD_STREAMS = 7,
} ferz_grant;

/*
 A solution of a query. It does not need the engine any more, and never changes.
 */
typedef struct ferz_answer ferz_answer;

/*
 A program that is being loaded.
 */
typedef struct ferz_builder ferz_builder;

/*
 A call of a predicate of the host. It is valid while the function runs, in its thread.
 */
typedef struct ferz_call ferz_call;

/*
 An engine: an independent Prolog system.
 */
typedef struct ferz_engine ferz_engine;

/*
 Why something failed: a status, a message, and what belongs to it.
 */
typedef struct ferz_error ferz_error;

/*
 Stops the running query of an engine from any thread.
 */
typedef struct ferz_interrupter ferz_interrupter;

/*
 A program, loaded and compiled once, for any number of engines. It never changes, so threads may share it.
 */
typedef struct ferz_program ferz_program;

/*
 A query. Its engine can do nothing else while it is open, but open another query within it.
 */
typedef struct ferz_query ferz_query;

/*
 A solution that is being made. It is valid while the function runs, in its thread.
 */
typedef struct ferz_row ferz_row;

/*
 A term. It never changes, so threads may share it.
 */
typedef struct ferz_term ferz_term;

/*
 Makes the next solution of a predicate, and returns a ferz_status: FERZ_OK after `ferz_row_set` for the arguments that
 it binds, FERZ_DONE if there are no more, FERZ_EXCEPTION after `ferz_row_throw`; anything else is a system error.
 */
typedef int32_t (*ferz_next)(ferz_row *row, void *state);

/*
 Frees the data of a function, when nothing can call it any more. It may be a null pointer.
 */
typedef void (*ferz_destroy)(void *data);

/*
 An error or a warning of a text that was loaded. The texts belong to the error, program or engine that it was asked
 of.
 */
typedef struct {
  /*
   Whether it is an error; else it is a warning.
   */
  bool is_error;
  /*
   The message, of one or more lines.
   */
  const char *message;
  /*
   The name of its kind, as syntax_error or singletons, or a null pointer.
   */
  const char *code;
  /*
   The file, or the name of the text, or a null pointer.
   */
  const char *file;
  /*
   The line, from 1, or 0.
   */
  size_t line;
  /*
   The column, in characters from 1, or 0.
   */
  size_t column;
} ferz_diagnostic;

/*
 Takes bytes that a program writes: UTF-8. It returns 0, or anything else for an error of the stream.
 */
typedef int32_t (*ferz_write)(const char *bytes, size_t length, void *data);

/*
 Fills a buffer with bytes that a program reads, and returns their number: 0 at the end, less for an error.
 */
typedef ptrdiff_t (*ferz_read)(char *buffer, size_t size, void *data);

/*
 A function as a predicate. It returns a ferz_status: FERZ_OK for success, FERZ_DONE for failure, FERZ_EXCEPTION after
 `ferz_call_throw`; anything else is a system error.
 */
typedef int32_t (*ferz_predicate)(ferz_call *call, void *data);

/*
 One of the goals of the program that an exception has ended. The texts belong to the error.
 */
typedef struct {
  /*
   The predicate, as name/arity.
   */
  const char *predicate;
  /*
   The goal, abbreviated.
   */
  const char *goal;
  /*
   The file of its clause, or a null pointer.
   */
  const char *file;
  /*
   The line, from 1, or 0.
   */
  size_t line;
  /*
   The column, in characters from 1, or 0.
   */
  size_t column;
} ferz_frame;

/*
 A value for a variable of a query.
 */
typedef struct {
  /*
   The name of the variable.
   */
  const char *name;
  /*
   The value. It stays the caller's.
   */
  const ferz_term *value;
} ferz_binding;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Returns the version of the library, as 1.2.3.
 */
const char *ferz_version(void);

/*
 Returns the number of arguments.
 */
size_t ferz_call_arity(ferz_call *call);

/*
 Returns a copy of the argument with this index, from 0, as a new term; a null pointer if there is none.
 */
ferz_term *ferz_call_arg(ferz_call *call, size_t index);

/*
 Unifies an argument with a value when the function has returned FERZ_OK. The value stays the caller's; its variables
 are new ones. Returns whether there is such an argument.
 */
bool ferz_call_unify(ferz_call *call,
                     size_t index,
                     const ferz_term *value);

/*
 Unifies two arguments with one another when the function has returned FERZ_OK.
 */
bool ferz_call_unify_args(ferz_call *call, size_t index, size_t other);

/*
 Gives the predicate the solutions that `next` makes, each when it is asked for, after the function has returned
 FERZ_OK. `next` is called with `solutions`, and so is `destroy` when no more can be asked for, also if this returns
 false.
 */
bool ferz_call_solutions(ferz_call *call,
                         ferz_next next,
                         void *solutions,
                         ferz_destroy destroy);

/*
 Calls the argument with this index, from 0, as a goal of the program, once: FERZ_OK if it succeeds, and keeps its
 bindings; FERZ_DONE if it fails. Until it is done, `call` is not used, and the predicate cannot be called.
 */
ferz_status ferz_call_goal(ferz_call *call,
                           size_t index,
                           ferz_error **error);

/*
 Sets the value of an argument in a solution. The value stays the caller's. Returns whether there is such an argument.
 */
bool ferz_row_set(ferz_row *row,
                  size_t index,
                  const ferz_term *value);

/*
 Makes an exception of a term, for a function that returns FERZ_EXCEPTION then.
 */
void ferz_row_throw(ferz_row *row, const ferz_term *ball);

/*
 Makes an exception of a term, for a function that returns FERZ_EXCEPTION then. A term error(Formal, _) gets its
 context from the goal.
 */
void ferz_call_throw(ferz_call *call,
                     const ferz_term *ball);

/*
 Writes text to the current output of the program. Returns whether that was possible.
 */
bool ferz_call_write(ferz_call *call, const char *words);

/*
 Whether the query has to stop, because it was interrupted or its time is over. A function that runs for long asks
 this now and then, and returns if it is true.
 */
bool ferz_call_is_stop_wanted(ferz_call *call);

/*
 Makes an engine that can only compute; its output is discarded. `ferz_engine_grant` lets it do more.
 */
ferz_engine *ferz_engine_new(void);

/*
 Frees an engine. Its open queries stay valid; it ends with the last of them. It may be a null pointer.
 */
void ferz_engine_free(ferz_engine *engine);

/*
 Makes an engine in the state of another one. Both share memory until they change it.
 */
ferz_status ferz_engine_fork(const ferz_engine *engine, ferz_engine **fork, ferz_error **error);

/*
 Puts back all that programs and queries have changed. What the host has set stays.
 */
ferz_status ferz_engine_reset(const ferz_engine *engine, ferz_error **error);

/*
 Loads a program from text. Its clauses are added to those that other texts have for the same predicates.
 */
ferz_status ferz_engine_consult(const ferz_engine *engine, const char *program, ferz_error **error);

/*
 As `ferz_engine_consult`, for a text that messages call `name`. A text that was loaded under this name is replaced,
 where both define a predicate.
 */
ferz_status ferz_engine_consult_named(const ferz_engine *engine,
                                      const char *name,
                                      const char *program,
                                      ferz_error **error);

/*
 Loads a program from a file.
 */
ferz_status ferz_engine_consult_file(const ferz_engine *engine, const char *path, ferz_error **error);

/*
 Writes the warning with this index, from 0, that the text that was loaded last has given. Returns whether there is
 one. Its texts belong to the engine, and are valid until the next text is loaded.
 */
bool ferz_engine_warning(const ferz_engine *engine,
                         size_t index,
                         ferz_diagnostic *warning);

/*
 Lets the programs of an engine do something besides computing: a `ferz_grant`.
 */
ferz_status ferz_engine_grant(const ferz_engine *engine, int32_t grant, ferz_error **error);

/*
 Lets programs open the files in a directory and below it, also for writing if `write`.
 */
ferz_status ferz_engine_grant_files(const ferz_engine *engine,
                                    const char *directory,
                                    bool write,
                                    ferz_error **error);

/*
 Sets a limit, a `ferz_limit`, to an amount; 0 means no limit.
 */
ferz_status ferz_engine_set_limit(const ferz_engine *engine,
                                  int32_t limit,
                                  uint64_t amount,
                                  ferz_error **error);

/*
 Sets a flag of the engine, as `double_quotes`; name and value are texts as set_prolog_flag/2 reads them.
 */
ferz_status ferz_engine_set_flag(const ferz_engine *engine,
                                 const char *name,
                                 const char *value,
                                 ferz_error **error);

/*
 Sets how long cleanup goals may run when a limit was met, in nanoseconds, and whether programs can catch the
 exceptions of limits.
 */
ferz_status ferz_engine_set_grace(const ferz_engine *engine,
                                  uint64_t nanoseconds,
                                  bool catchable,
                                  ferz_error **error);

/*
 Gives the standard output of programs to a function; a null pointer discards it.
 */
ferz_status ferz_engine_set_output(const ferz_engine *engine,
                                   ferz_write write,
                                   void *data,
                                   ferz_destroy destroy,
                                   ferz_error **error);

/*
 Gives the standard error of programs, and messages, to a function; a null pointer discards it.
 */
ferz_status ferz_engine_set_error(const ferz_engine *engine,
                                  ferz_write write,
                                  void *data,
                                  ferz_destroy destroy,
                                  ferz_error **error);

/*
 Takes the standard input of programs from a function; a null pointer means that there is none.
 */
ferz_status ferz_engine_set_input(const ferz_engine *engine,
                                  ferz_read read,
                                  void *data,
                                  ferz_destroy destroy,
                                  ferz_error **error);

/*
 Registers a function as the predicate name/arity. `destroy` is called with `data` when no engine can call it any more,
 also if this fails.
 */
ferz_status ferz_engine_register(const ferz_engine *engine,
                                 const char *name,
                                 size_t arity,
                                 ferz_predicate function,
                                 void *data,
                                 ferz_destroy destroy,
                                 ferz_error **error);

/*
 Adds facts, atoms or compound terms, each at the end of its dynamic predicate. The terms stay the caller's. If it
 fails, the facts before the one that is to blame were added.
 */
ferz_status ferz_engine_insert(const ferz_engine *engine,
                               const ferz_term *const *facts,
                               size_t count,
                               ferz_error **error);

/*
 Returns a handle that stops the running query of an engine. It may outlive the engine.
 */
ferz_interrupter *ferz_engine_interrupter(const ferz_engine *engine);

/*
 Stops the running query, or the text that is being loaded: it ends with FERZ_INTERRUPTED. Without one it does
 nothing. Any thread may call it at any time; signal handlers may not.
 */
void ferz_interrupt(const ferz_interrupter *interrupter);

/*
 Frees an interrupter. It may be a null pointer.
 */
void ferz_interrupter_free(ferz_interrupter *interrupter);

/*
 Frees an error. A null pointer is no error.
 */
void ferz_error_free(ferz_error *error);

/*
 Returns the status that the error came with.
 */
ferz_status ferz_error_status(const ferz_error *error);

/*
 Returns the message, of one or more lines. It belongs to the error.
 */
const char *ferz_error_message(const ferz_error *error);

/*
 Returns the exception that was raised, as a new term; a null pointer if there is none.
 */
ferz_term *ferz_error_exception(const ferz_error *error);

/*
 Writes the limit that was met to `limit`. Returns whether that is the reason.
 */
bool ferz_error_limit(const ferz_error *error, ferz_limit *limit);

/*
 Writes the exit status of halt/1 to `status`. Returns whether the program has called it.
 */
bool ferz_error_halt(const ferz_error *error, int32_t *status);

/*
 Writes the goal with this index to `frame`, the innermost has 0. Returns whether there is one.
 */
bool ferz_error_frame(const ferz_error *error, size_t index, ferz_frame *frame);

/*
 Writes the diagnostic with this index, from 0: those of a text that was loaded, in its order; the one of a syntax
 error. Returns whether there is one.
 */
bool ferz_error_diagnostic(const ferz_error *error,
                           size_t index,
                           ferz_diagnostic *diagnostic);

/*
 Frees a text that a function has returned for the caller to free. It may be a null pointer.
 */
void ferz_text_free(char *text);

/*
 Begins a program. A builder is used by one thread at a time. Mistakes in texts are told by `ferz_builder_freeze`.
 */
ferz_builder *ferz_builder_new(void);

/*
 Frees a builder. It may be a null pointer.
 */
void ferz_builder_free(ferz_builder *builder);

/*
 Loads a text, which messages call `name`.
 */
ferz_status ferz_builder_text(ferz_builder *builder,
                              const char *name,
                              const char *program,
                              ferz_error **error);

/*
 Loads a file.
 */
ferz_status ferz_builder_file(ferz_builder *builder, const char *path, ferz_error **error);

/*
 Loads what `ferz_program_bytes` has made. It comes before all texts.
 */
ferz_status ferz_builder_bytes(ferz_builder *builder,
                               const uint8_t *bytes,
                               size_t length,
                               ferz_error **error);

/*
 Sets a limit of the engines, a `ferz_limit`, and of the loading of the texts that follow; 0 means no limit.
 */
ferz_status ferz_builder_limit(ferz_builder *builder, int32_t limit, uint64_t amount, ferz_error **error);

/*
 Sets a flag for the texts that follow, and for the engines, as `ferz_engine_set_flag` does.
 */
ferz_status ferz_builder_flag(ferz_builder *builder, const char *name, const char *value, ferz_error **error);

/*
 Lets the texts that follow, and the engines, open the files in a directory and below it, also for writing if `write`.
 */
ferz_status ferz_builder_grant_files(ferz_builder *builder,
                                     const char *directory,
                                     bool write,
                                     ferz_error **error);

/*
 Adds a predicate of the host, as `ferz_engine_register` does. Engines on several threads may call the function at the
 same time.
 */
ferz_status ferz_builder_register(ferz_builder *builder,
                                  const char *name,
                                  size_t arity,
                                  ferz_predicate function,
                                  void *data,
                                  ferz_destroy destroy,
                                  ferz_error **error);

/*
 Compiles everything, writes the program to `program`, and frees the builder, also if that fails.
 */
ferz_status ferz_builder_freeze(ferz_builder *builder, ferz_program **program, ferz_error **error);

/*
 Makes an engine that runs the program. It takes some microseconds.
 */
ferz_engine *ferz_program_engine(const ferz_program *program);

/*
 Writes the program as bytes to `bytes`, with their number, for `ferz_builder_bytes` of the same version of the
 library. `ferz_bytes_free` frees them.
 */
ferz_status ferz_program_bytes(const ferz_program *program,
                               uint8_t **bytes,
                               size_t *length,
                               ferz_error **error);

/*
 Frees what `ferz_program_bytes` has written. It may be a null pointer.
 */
void ferz_bytes_free(uint8_t *bytes, size_t length);

/*
 Writes the warning with this index, from 0, that loading the program has given. Returns whether there is one. Its
 texts belong to the program.
 */
bool ferz_program_warning(const ferz_program *program,
                          size_t index,
                          ferz_diagnostic *warning);

/*
 Frees a program. Its engines stay valid. It may be a null pointer.
 */
void ferz_program_free(ferz_program *program);

/*
 Opens a query with values for some of its variables. If another query of the engine is open, it is opened within
 that, and counts against its limits.
 */
ferz_status ferz_query_open(const ferz_engine *engine,
                            const char *goal,
                            const ferz_binding *bindings,
                            size_t count,
                            ferz_query **query,
                            ferz_error **error);

/*
 Finds the next answer: FERZ_OK with a new handle in `answer`, which may be a null pointer, or FERZ_DONE.
 */
ferz_status ferz_query_next(const ferz_query *query, ferz_answer **answer, ferz_error **error);

/*
 As `ferz_query_next`, but after `calls` calls it returns FERZ_YIELDED. Time between the steps does not count.
 */
ferz_status ferz_query_step(const ferz_query *query,
                            uint64_t calls,
                            ferz_answer **answer,
                            ferz_error **error);

/*
 Abandons the remaining solutions of a query, and of those within it, and frees it; while the engine is running, they
 are abandoned when it has come to rest. It may be a null pointer.
 */
void ferz_query_free(ferz_query *query);

/*
 Runs a query to its first answer: FERZ_OK with a new handle in `answer`, which may be a null pointer, or FERZ_DONE if
 it has none.
 */
ferz_status ferz_once(const ferz_engine *engine,
                      const char *goal,
                      const ferz_binding *bindings,
                      size_t count,
                      ferz_answer **answer,
                      ferz_error **error);

/*
 Frees an answer. It may be a null pointer.
 */
void ferz_answer_free(ferz_answer *answer);

/*
 Returns the value of a variable as a new term; a null pointer if the query has no such variable.
 */
ferz_term *ferz_answer_value(const ferz_answer *answer, const char *name);

/*
 Returns the number of variables.
 */
size_t ferz_answer_count(const ferz_answer *answer);

/*
 Returns the name of the variable with this index, from 0; a null pointer if there is none. It belongs to the answer.
 */
const char *ferz_answer_name(const ferz_answer *answer,
                             size_t index);

/*
 Whether it is certain that no other answer follows.
 */
bool ferz_answer_is_last(const ferz_answer *answer);

/*
 Returns the goal with this index, from 0, that waits for variables of the answer, as a new term; a null pointer if
 there is none.
 */
ferz_term *ferz_answer_residual(const ferz_answer *answer,
                                size_t index);

/*
 Returns the text of an answer as at the prompt, for the caller to free; without abbreviations if `full`.
 */
char *ferz_answer_text(const ferz_answer *answer, bool full);

/*
 Frees a term. It may be a null pointer.
 */
void ferz_term_free(ferz_term *term);

/*
 Returns another handle to a term. It costs the same whatever the size of the term.
 */
ferz_term *ferz_term_copy(const ferz_term *term);

/*
 Makes an atom of a text that ends with a null character.
 */
ferz_term *ferz_term_atom(const char *name);

/*
 Makes a string of `length` bytes of UTF-8.
 */
ferz_term *ferz_term_string(const char *bytes, size_t length);

/*
 Makes an atom of `length` bytes of UTF-8, which may be null characters.
 */
ferz_term *ferz_term_atom_of(const char *bytes, size_t length);

/*
 Makes an integer.
 */
ferz_term *ferz_term_int(int64_t value);

/*
 Makes a floating point number.
 */
ferz_term *ferz_term_float(double value);

/*
 Makes an integer of any size of its decimal digits, or a rational number of a text as 1r3.
 */
ferz_term *ferz_term_number(const char *digits);

/*
 Reads a term of its text, with the operators of the standard, and writes it to `term`. The full stop is optional;
 variables are new, whatever their names.
 */
ferz_status ferz_term_parse(const char *source,
                            ferz_term **term,
                            ferz_error **error);

/*
 Makes a new variable. Handles that `ferz_term_copy` makes are the same variable.
 */
ferz_term *ferz_term_var(void);

/*
 Makes a compound term. The arguments stay the caller's. Without arguments it is an atom.
 */
ferz_term *ferz_term_compound(const char *name, const ferz_term *const *args, size_t arity);

/*
 Makes a list. The items stay the caller's.
 */
ferz_term *ferz_term_list(const ferz_term *const *items, size_t count);

/*
 Makes an object: programs pass `data` around and cannot look into it. `destroy` is called when neither a term nor an
 engine has the object any more, also if this returns a null pointer.
 */
ferz_term *ferz_term_object(const char *kind,
                            void *data,
                            ferz_destroy destroy);

/*
 Returns the kind of a term.
 */
ferz_kind ferz_term_kind(const ferz_term *term);

/*
 Writes the value of an integer of 64 bits. Returns whether it is one.
 */
bool ferz_term_get_int(const ferz_term *term, int64_t *value);

/*
 Writes the value of a number as a float. Returns whether it is a number that has one.
 */
bool ferz_term_get_float(const ferz_term *term, double *value);

/*
 Returns the text of an atom or a string, the name of a compound, the kind of an object; a null pointer for other
 terms. It belongs to the term; its end is not marked: it has `length` bytes.
 */
const char *ferz_term_get_text(const ferz_term *term,
                               size_t *length);

/*
 Returns the number of arguments: 2 for a list pair, 0 for what has none.
 */
size_t ferz_term_arity(const ferz_term *term);

/*
 Returns the argument with this index, from 0, as a new handle; a null pointer if there is none.
 */
ferz_term *ferz_term_arg(const ferz_term *term, size_t index);

/*
 Returns the items of a proper list as an array of new handles, and writes their number; `ferz_terms_free` frees both.
 For other terms it returns a null pointer and writes 0; for the empty list too.
 */
ferz_term **ferz_term_items(const ferz_term *term,
                            size_t *count);

/*
 Frees what `ferz_term_items` has returned. It may be a null pointer.
 */
void ferz_terms_free(ferz_term **items, size_t count);

/*
 Returns the data of an object of this kind; a null pointer for other terms.
 */
void *ferz_term_get_object(const ferz_term *term, const char *kind);

/*
 Whether two terms are equal. Variables are equal if they are the same.
 */
bool ferz_term_equal(const ferz_term *a, const ferz_term *b);

/*
 Returns the term as text, for the caller to free: as at the prompt, or, if `canonical`, as every Prolog system reads
 it.
 */
char *ferz_term_text(const ferz_term *term,
                     bool canonical);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FERZ_H */
