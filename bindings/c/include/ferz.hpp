// ferz: a Prolog engine. C++17 on top of ferz.h: handles that free themselves, errors as exceptions, functions as
// predicates. Threads: see ferz.h.
#ifndef FERZ_HPP
#define FERZ_HPP

#include "ferz.h"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ferz {

namespace detail {
template <auto Free>
struct Freed {
    template <typename T>
    void operator()(T *handle) const noexcept {
        Free(handle);
    }
};
template <typename T, auto Free>
using Handle = std::unique_ptr<T, Freed<Free>>;

template <typename T>
void destroy(void *data) {
    delete static_cast<T *>(data);
}

/// A text for a function that looks for its end: one with a null character in it would be cut there.
inline const char *ended(const std::string &text) {
    if (text.find('\0') != std::string::npos) {
        throw std::invalid_argument("the text has a null character");
    }
    return text.c_str();
}

inline std::string taken(char *text) {
    Handle<char, ferz_text_free> owned(text);
    return owned ? std::string(owned.get()) : std::string();
}
} // namespace detail

/// A term. Copies share it.
class Term {
  public:
    explicit Term(ferz_term *owned) : handle_(owned) {
        if (!handle_) {
            throw std::invalid_argument("no term: a text that is not UTF-8, or a number that is none");
        }
    }
    Term(const Term &other) : handle_(ferz_term_copy(other.get())) {}
    Term(Term &&) noexcept = default;
    Term &operator=(const Term &other) {
        handle_.reset(ferz_term_copy(other.get()));
        return *this;
    }
    Term &operator=(Term &&) noexcept = default;

    /// A template, so that pointers do not become truth values.
    template <typename T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0>
    Term(T value) : Term(ferz_term_atom(value ? "true" : "false")) {}
    template <typename T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
    Term(T value) : Term(made(value)) {}
    Term(double value) : Term(ferz_term_float(value)) {}
    /// Text is a string; `atom` makes atoms.
    Term(std::string_view text) : Term(ferz_term_string(text.data(), text.size())) {}
    Term(const char *text) : Term(std::string_view(text)) {}
    Term(const std::string &text) : Term(std::string_view(text)) {}
    template <typename T>
    Term(const std::vector<T> &items) : Term(listed(std::vector<Term>(items.begin(), items.end()))) {}

    static Term atom(std::string_view name) { return Term(ferz_term_atom_of(name.data(), name.size())); }
    /// An integer of any size, or a rational number as 1r3.
    static Term number(const std::string &digits) { return Term(ferz_term_number(detail::ended(digits))); }
    /// Reads a term, with the operators of the standard.
    static Term parse(const std::string &text);
    static Term var() { return Term(ferz_term_var()); }
    static Term compound(const std::string &name, const std::vector<Term> &args) {
        std::vector<const ferz_term *> handles = handles_of(args);
        return Term(ferz_term_compound(detail::ended(name), handles.data(), handles.size()));
    }

    /// An object: programs pass the value around and cannot look into it.
    template <typename T>
    static Term object(const std::string &kind, T value) {
        const char *ended = detail::ended(kind);
        return Term(ferz_term_object(ended, new T(std::move(value)), detail::destroy<T>));
    }
    /// The value of an object; a null pointer if this is no object of that kind. It lives as long as the term.
    template <typename T>
    T *to_object(const std::string &kind) const {
        return static_cast<T *>(ferz_term_get_object(get(), detail::ended(kind)));
    }

    ferz_kind kind() const { return ferz_term_kind(get()); }
    std::size_t arity() const { return ferz_term_arity(get()); }
    Term arg(std::size_t index) const {
        ferz_term *found = ferz_term_arg(get(), index);
        return found ? Term(found) : throw std::out_of_range("the term has no such argument");
    }
    /// The text of an atom or a string, the name of a compound.
    std::string text() const {
        std::size_t length = 0;
        const char *found = ferz_term_get_text(get(), &length);
        return found ? std::string(found, length) : throw std::invalid_argument("the term has no text");
    }
    std::int64_t to_int() const {
        std::int64_t value = 0;
        return ferz_term_get_int(get(), &value) ? value : throw std::invalid_argument("the term is no integer of 64 bits");
    }
    double to_double() const {
        double value = 0;
        return ferz_term_get_float(get(), &value) ? value : throw std::invalid_argument("the term is no number");
    }
    /// The items of a proper list.
    std::vector<Term> items() const {
        std::vector<Term> found;
        std::size_t count = 0;
        ferz_term **items = ferz_term_items(get(), &count);
        found.reserve(count);
        for (std::size_t i = 0; i < count; i++) {
            found.push_back(Term(ferz_term_copy(items[i])));
        }
        ferz_terms_free(items, count);
        if (count == 0 && !(kind() == FERZ_ATOM && text() == "[]")) {
            throw std::invalid_argument("the term is no list");
        }
        return found;
    }
    /// As at the prompt.
    std::string str() const { return detail::taken(ferz_term_text(get(), false)); }
    /// As every Prolog system reads it.
    std::string canonical() const { return detail::taken(ferz_term_text(get(), true)); }

    const ferz_term *get() const { return handle_.get(); }
    friend bool operator==(const Term &a, const Term &b) { return ferz_term_equal(a.get(), b.get()); }
    friend bool operator!=(const Term &a, const Term &b) { return !(a == b); }

    static std::vector<const ferz_term *> handles_of(const std::vector<Term> &terms) {
        std::vector<const ferz_term *> handles;
        handles.reserve(terms.size());
        for (const Term &term : terms) {
            handles.push_back(term.get());
        }
        return handles;
    }

  private:
    template <typename T>
    static ferz_term *made(T value) {
        if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
            return ferz_term_number(std::to_string(value).c_str());
        } else {
            return ferz_term_int(value);
        }
    }
    static ferz_term *listed(const std::vector<Term> &items) {
        std::vector<const ferz_term *> handles = handles_of(items);
        return ferz_term_list(handles.data(), handles.size());
    }
    detail::Handle<ferz_term, ferz_term_free> handle_;
};

/// A goal of the program that an exception has ended. Without a file it is empty; without a place, line and column are 0.
struct Frame {
    std::string predicate, goal, file;
    std::size_t line, column;
};

/// An error or a warning of a text that was loaded, or a syntax error.
struct Diagnostic {
    bool is_error;
    std::string message, code, file;
    std::size_t line, column;
};

namespace detail {
inline std::string text_or_empty(const char *text) { return text ? text : ""; }

inline Diagnostic diagnostic(const ferz_diagnostic &found) {
    return {found.is_error, found.message, text_or_empty(found.code), text_or_empty(found.file), found.line, found.column};
}

template <class Handle>
std::vector<Diagnostic> warnings(bool (*warning)(const Handle *, std::size_t, ferz_diagnostic *), const Handle *handle) {
    std::vector<Diagnostic> all;
    ferz_diagnostic found;
    while (warning(handle, all.size(), &found)) {
        all.push_back(diagnostic(found));
    }
    return all;
}
} // namespace detail

/// What a function of the library has come to, unless that is an answer or the end of answers.
class Error : public std::runtime_error {
  public:
    Error(ferz_status status, ferz_error *owned)
        : std::runtime_error(ferz_error_message(owned)), status_(status), handle_(owned, ferz_error_free) {}
    ferz_status status() const { return status_; }
    std::optional<Term> exception() const {
        ferz_term *ball = ferz_error_exception(handle_.get());
        return ball ? std::optional<Term>(Term(ball)) : std::nullopt;
    }
    /// The limit that was met.
    std::optional<ferz_limit> limit() const {
        ferz_limit met;
        return ferz_error_limit(handle_.get(), &met) ? std::optional<ferz_limit>(met) : std::nullopt;
    }
    /// The exit status of halt/1.
    std::optional<std::int32_t> halt() const {
        std::int32_t status = 0;
        return ferz_error_halt(handle_.get(), &status) ? std::optional<std::int32_t>(status) : std::nullopt;
    }
    /// The goals of the program that were running, the innermost first.
    std::vector<Frame> backtrace() const {
        std::vector<Frame> goals;
        ferz_frame frame;
        while (ferz_error_frame(handle_.get(), goals.size(), &frame)) {
            goals.push_back({frame.predicate, frame.goal, detail::text_or_empty(frame.file), frame.line, frame.column});
        }
        return goals;
    }
    /// What loading a text has reported; of a syntax error, itself.
    std::vector<Diagnostic> diagnostics() const {
        std::vector<Diagnostic> all;
        ferz_diagnostic found;
        while (ferz_error_diagnostic(handle_.get(), all.size(), &found)) {
            all.push_back(detail::diagnostic(found));
        }
        return all;
    }

  private:
    ferz_status status_;
    std::shared_ptr<ferz_error> handle_;
};

/// Throws if there is an error. A reference, since arguments are evaluated in any order: the call that gives the status
/// may be one, and sets the error.
inline ferz_status checked(ferz_status status, ferz_error *&error) {
    if (error) {
        throw Error(status, error);
    }
    return status;
}

inline Term Term::parse(const std::string &text) {
    ferz_error *error = nullptr;
    ferz_term *term = nullptr;
    checked(ferz_term_parse(detail::ended(text), &term, &error), error);
    return Term(term);
}

/// A term that a predicate of the host throws.
struct Throw {
    Term ball;
};

/// The call of a predicate of the host.
class Call {
  public:
    explicit Call(ferz_call *call) : call_(call) {}
    std::size_t arity() const { return ferz_call_arity(call_); }
    Term arg(std::size_t index) const {
        ferz_term *found = ferz_call_arg(call_, index);
        return found ? Term(found) : throw std::out_of_range("the call has no such argument");
    }
    void unify(std::size_t index, const Term &value) { ferz_call_unify(call_, index, value.get()); }
    void unify_args(std::size_t index, std::size_t other) { ferz_call_unify_args(call_, index, other); }
    /// Calls an argument as a goal, once; returns whether it has succeeded.
    bool goal(std::size_t index) {
        ferz_error *error = nullptr;
        ferz_status status = ferz_call_goal(call_, index, &error);
        return checked(status, error) == FERZ_OK;
    }
    void write(const std::string &text) { ferz_call_write(call_, detail::ended(text)); }
    bool is_stop_wanted() const { return ferz_call_is_stop_wanted(call_); }
    /// Each row that `next` returns is a solution: the values of all arguments.
    void solutions(std::function<std::optional<std::vector<Term>>()> next);

  private:
    ferz_call *call_;
};

namespace detail {
using Function = std::function<bool(Call &)>;
using Next = std::function<std::optional<std::vector<Term>>()>;

/// Runs a function of the host; what it throws becomes an exception of the program.
template <typename Run, typename Raise>
std::int32_t guarded(Run run, Raise raise) noexcept {
    try {
        try {
            return run() ? FERZ_OK : FERZ_DONE;
        } catch (const Throw &thrown) {
            raise(thrown.ball);
        } catch (const Error &error) {
            // Without an exception, as of a limit, it ends the query whatever the function returns.
            std::optional<Term> ball = error.exception();
            raise(ball ? *ball : Term::compound("error", {Term::compound("system_error", {Term(error.what())}), Term::var()}));
        } catch (const std::exception &thrown) {
            raise(Term::compound("error", {Term::compound("system_error", {Term(thrown.what())}), Term::var()}));
        }
        return FERZ_EXCEPTION;
    } catch (...) {
        return FERZ_PANIC;
    }
}

inline std::int32_t run_function(ferz_call *call, void *data) {
    Call wrapped(call);
    return guarded([&] { return (*static_cast<Function *>(data))(wrapped); },
                   [&](const Term &ball) { ferz_call_throw(call, ball.get()); });
}

inline std::int32_t run_next(ferz_row *row, void *data) {
    return guarded(
        [&] {
            std::optional<std::vector<Term>> values = (*static_cast<Next *>(data))();
            for (std::size_t i = 0; values && i < values->size(); i++) {
                ferz_row_set(row, i, (*values)[i].get());
            }
            return values.has_value();
        },
        [&](const Term &ball) { ferz_row_throw(row, ball.get()); });
}

using Write = std::function<void(std::string_view)>;
using Read = std::function<std::size_t(char *, std::size_t)>;

inline std::int32_t run_write(const char *bytes, std::size_t length, void *data) {
    try {
        (*static_cast<Write *>(data))(std::string_view(bytes, length));
        return 0;
    } catch (...) {
        return 1;
    }
}

inline std::intptr_t run_read(char *buffer, std::size_t size, void *data) {
    try {
        return static_cast<std::intptr_t>((*static_cast<Read *>(data))(buffer, size));
    } catch (...) {
        return -1;
    }
}
} // namespace detail

inline void Call::solutions(std::function<std::optional<std::vector<Term>>()> next) {
    ferz_call_solutions(call_, detail::run_next, new detail::Next(std::move(next)), detail::destroy<detail::Next>);
}

/// A solution.
class Answer {
  public:
    explicit Answer(ferz_answer *owned) : handle_(owned, ferz_answer_free) {}
    Term operator[](const std::string &name) const {
        ferz_term *value = ferz_answer_value(handle_.get(), detail::ended(name));
        return value ? Term(value) : throw std::out_of_range("the query has no variable " + name);
    }
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (std::size_t i = 0; i < ferz_answer_count(handle_.get()); i++) {
            found.emplace_back(ferz_answer_name(handle_.get(), i));
        }
        return found;
    }
    bool is_last() const { return ferz_answer_is_last(handle_.get()); }
    /// The goals that wait for variables.
    std::vector<Term> residual() const {
        std::vector<Term> goals;
        while (ferz_term *goal = ferz_answer_residual(handle_.get(), goals.size())) {
            goals.push_back(Term(goal));
        }
        return goals;
    }
    std::string str(bool full = false) const { return detail::taken(ferz_answer_text(handle_.get(), full)); }

  private:
    std::shared_ptr<ferz_answer> handle_;
};

using Bindings = std::vector<std::pair<std::string, Term>>;

/// An open query: `for (Answer answer : engine.query(...))`.
class Query {
  public:
    explicit Query(ferz_query *owned) : handle_(owned) {}
    std::optional<Answer> next() {
        ferz_answer *answer = nullptr;
        ferz_error *error = nullptr;
        ferz_status status = ferz_query_next(handle_.get(), &answer, &error);
        return checked(status, error) == FERZ_OK ? std::optional<Answer>(Answer(answer)) : std::nullopt;
    }
    /// Runs for a number of calls: FERZ_OK with an answer in `answer`, FERZ_DONE, or FERZ_YIELDED.
    ferz_status step(std::uint64_t calls, std::optional<Answer> &answer) {
        ferz_answer *found = nullptr;
        ferz_error *error = nullptr;
        ferz_status status = checked(ferz_query_step(handle_.get(), calls, &found, &error), error);
        answer = found ? std::optional<Answer>(Answer(found)) : std::nullopt;
        return status;
    }

    class Iterator {
      public:
        explicit Iterator(Query *query) : query_(query) { ++*this; }
        Iterator() = default;
        Answer operator*() const { return *answer_; }
        Iterator &operator++() {
            answer_ = query_->next();
            return *this;
        }
        bool operator!=(const Iterator &) const { return answer_.has_value(); }

      private:
        Query *query_ = nullptr;
        std::optional<Answer> answer_;
    };
    Iterator begin() { return Iterator(this); }
    Iterator end() { return Iterator(); }

  private:
    detail::Handle<ferz_query, ferz_query_free> handle_;
};

/// Stops the running query of an engine from any thread.
class Interrupter {
  public:
    explicit Interrupter(ferz_interrupter *owned) : handle_(owned, ferz_interrupter_free) {}
    void interrupt() const { ferz_interrupt(handle_.get()); }

  private:
    std::shared_ptr<ferz_interrupter> handle_;
};

/// An engine.
class Engine {
  public:
    Engine() : Engine(ferz_engine_new()) {}
    explicit Engine(ferz_engine *owned) : handle_(owned) {}

    void consult(const std::string &program) { change(ferz_engine_consult, detail::ended(program)); }
    void consult(const std::string &name, const std::string &program) {
        change(ferz_engine_consult_named, detail::ended(name), detail::ended(program));
    }
    void consult_file(const std::string &path) { change(ferz_engine_consult_file, detail::ended(path)); }
    /// The warnings of the text that was loaded last.
    std::vector<Diagnostic> warnings() const { return detail::warnings(ferz_engine_warning, handle_.get()); }
    void grant(ferz_grant grant) { change(ferz_engine_grant, grant); }
    void grant_files(const std::string &folder, bool write) {
        change(ferz_engine_grant_files, detail::ended(folder), write);
    }
    void set_limit(ferz_limit limit, std::uint64_t amount) { change(ferz_engine_set_limit, limit, amount); }
    void set_flag(const std::string &name, const std::string &value) {
        change(ferz_engine_set_flag, detail::ended(name), detail::ended(value));
    }
    void set_grace(std::uint64_t nanoseconds, bool catchable) {
        change(ferz_engine_set_grace, nanoseconds, catchable);
    }
    /// Adds facts at the end of their dynamic predicates.
    void insert(const std::vector<Term> &facts) {
        std::vector<const ferz_term *> handles = Term::handles_of(facts);
        change(ferz_engine_insert, handles.data(), handles.size());
    }
    void reset() { change(ferz_engine_reset); }

    /// A function that returns false fails; `Throw` and other exceptions become exceptions of the program.
    void predicate(const std::string &name, std::size_t arity, std::function<bool(Call &)> function) {
        const char *ended = detail::ended(name);
        auto *data = new detail::Function(std::move(function));
        change(ferz_engine_register, ended, arity, detail::run_function, static_cast<void *>(data),
               detail::destroy<detail::Function>);
    }
    void set_output(std::function<void(std::string_view)> write) { set_writer(ferz_engine_set_output, std::move(write)); }
    void set_error(std::function<void(std::string_view)> write) { set_writer(ferz_engine_set_error, std::move(write)); }
    /// The function fills a buffer and returns the number of bytes, 0 at the end.
    void set_input(std::function<std::size_t(char *, std::size_t)> read) {
        auto *data = new detail::Read(std::move(read));
        change(ferz_engine_set_input, detail::run_read, static_cast<void *>(data), detail::destroy<detail::Read>);
    }

    Query query(const std::string &goal, const Bindings &values = {}) {
        std::vector<ferz_binding> bindings;
        for (const auto &[name, value] : values) {
            bindings.push_back({detail::ended(name), value.get()});
        }
        ferz_query *query = nullptr;
        ferz_error *error = nullptr;
        const char *ended = detail::ended(goal);
        checked(ferz_query_open(handle_.get(), ended, bindings.data(), bindings.size(), &query, &error), error);
        return Query(query);
    }
    std::optional<Answer> once(const std::string &goal, const Bindings &values = {}) {
        return query(goal, values).next();
    }
    Engine fork() {
        ferz_engine *fork = nullptr;
        change(ferz_engine_fork, &fork);
        return Engine(fork);
    }
    Interrupter interrupter() const { return Interrupter(ferz_engine_interrupter(handle_.get())); }

  private:
    template <typename Function>
    void set_writer(Function function, detail::Write write) {
        auto *data = new detail::Write(std::move(write));
        change(function, detail::run_write, static_cast<void *>(data), detail::destroy<detail::Write>);
    }
    template <typename Function, typename... Args>
    void change(Function function, Args... args) {
        ferz_error *error = nullptr;
        checked(function(handle_.get(), args..., &error), error);
    }
    detail::Handle<ferz_engine, ferz_engine_free> handle_;
};

/// A program that engines share, also engines of several threads.
class Program {
  public:
    explicit Program(const std::string &text, const std::string &name = "program");
    explicit Program(ferz_program *owned) : handle_(owned, ferz_program_free) {}
    static Program from_bytes(const std::vector<std::uint8_t> &bytes);
    std::vector<std::uint8_t> to_bytes() const {
        std::uint8_t *bytes = nullptr;
        std::size_t length = 0;
        ferz_error *error = nullptr;
        checked(ferz_program_bytes(handle_.get(), &bytes, &length, &error), error);
        std::vector<std::uint8_t> copy(bytes, bytes + length);
        ferz_bytes_free(bytes, length);
        return copy;
    }
    std::vector<Diagnostic> warnings() const { return detail::warnings(ferz_program_warning, handle_.get()); }
    Engine engine() const { return Engine(ferz_program_engine(handle_.get())); }

  private:
    std::shared_ptr<ferz_program> handle_;
};

/// Loads a program: `Builder().text("rules", "p(1).").freeze()`.
class Builder {
  public:
    Builder() : handle_(ferz_builder_new()) {}
    Builder &text(const std::string &name, const std::string &program) {
        return add(ferz_builder_text, detail::ended(name), detail::ended(program));
    }
    Builder &file(const std::string &path) { return add(ferz_builder_file, detail::ended(path)); }
    Builder &bytes(const std::vector<std::uint8_t> &bytes) {
        return add(ferz_builder_bytes, bytes.data(), bytes.size());
    }
    Builder &limit(ferz_limit limit, std::uint64_t amount) { return add(ferz_builder_limit, limit, amount); }
    Builder &flag(const std::string &name, const std::string &value) {
        return add(ferz_builder_flag, detail::ended(name), detail::ended(value));
    }
    Builder &grant_files(const std::string &folder, bool write) {
        return add(ferz_builder_grant_files, detail::ended(folder), write);
    }
    /// As `Engine::predicate`; several threads may call the function at once.
    Builder &predicate(const std::string &name, std::size_t arity, std::function<bool(Call &)> function) {
        const char *ended = detail::ended(name);
        auto *data = new detail::Function(std::move(function));
        return add(ferz_builder_register, ended, arity, detail::run_function, static_cast<void *>(data),
                   detail::destroy<detail::Function>);
    }
    /// Compiles everything; the builder is empty then.
    Program freeze() {
        ferz_program *program = nullptr;
        ferz_error *error = nullptr;
        checked(ferz_builder_freeze(handle_.release(), &program, &error), error);
        return Program(program);
    }

  private:
    template <typename Function, typename... Args>
    Builder &add(Function function, Args... args) {
        ferz_error *error = nullptr;
        checked(function(handle_.get(), args..., &error), error);
        return *this;
    }
    detail::Handle<ferz_builder, ferz_builder_free> handle_;
};

inline Program::Program(const std::string &text, const std::string &name)
    : Program(Builder().text(name, text).freeze()) {}

inline Program Program::from_bytes(const std::vector<std::uint8_t> &bytes) { return Builder().bytes(bytes).freeze(); }

} // namespace ferz

#endif // FERZ_HPP
