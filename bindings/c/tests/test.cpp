// Tests of the C++ header: run under valgrind by `bash bindings/c/test`.
#include <atomic>
#include <cstdlib>
#include <ferz.hpp>
#include <iostream>
#include <thread>

static int checks = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ':' << __LINE__ << ": failed: " << #condition << '\n';                            \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

using ferz::Term;

/// An object that counts how many of it there are.
struct Counted {
    explicit Counted(int *count) : count(count) { ++*count; }
    Counted(Counted &&other) noexcept : count(other.count) { ++*count; }
    Counted(const Counted &) = delete;
    Counted &operator=(const Counted &) = delete;
    ~Counted() { --*count; }
    int *count;
};

static void objects_and_streams() {
    int count = 0;
    {
        ferz::Engine engine;
        Term object = Term::object("counted", Counted(&count));
        CHECK(count == 1 && object.kind() == FERZ_OBJECT && object.to_object<Counted>("counted")->count == &count);
        CHECK(object.to_object<Counted>("other") == nullptr && object.text() == "counted");
        CHECK((*engine.once("Y = X", {{"X", object}}))["Y"] == object);
    }
    CHECK(count == 0);
    ferz::Engine engine;
    std::string input = "term(1). ", told;
    engine.set_input([&](char *buffer, std::size_t size) {
        std::size_t length = input.copy(buffer, size);
        input.erase(0, length);
        return length;
    });
    engine.set_error([&](std::string_view bytes) { told += bytes; });
    CHECK((*engine.once("read(X)"))["X"].str() == "term(1)");
    engine.once("print_message(warning, format(\"so ~w\", [far]))");
    CHECK(told == "Warning: so far\n");
    engine.set_output([](std::string_view) { throw std::runtime_error("closed"); });
    try {
        engine.once("write(hello), flush_output");
        CHECK(false);
    } catch (const ferz::Error &error) {
        CHECK(error.status() == FERZ_EXCEPTION);
    }
    engine.set_flag("double_quotes", "atom");
    CHECK((*engine.once("X = \"a\""))["X"] == Term::atom("a"));
    ferz::Query query = engine.query("dif(X, 1)");
    std::optional<ferz::Answer> answer;
    while (query.step(3, answer) == FERZ_YIELDED) {
    }
    CHECK(answer && answer->residual().size() == 1 && answer->residual()[0].text() == "dif");
}

static void builders() {
    ferz::Builder builder;
    builder.text("rules", "p(X) :- twice(q(X)).\nq(1).\nr(Once) :- q(1).").limit(FERZ_INFERENCES, 100000);
    builder.flag("double_quotes", "codes").predicate("twice", 1, [](ferz::Call &call) {
        return call.goal(0) && call.goal(0);
    });
    ferz::Program program = builder.freeze();
    CHECK(program.warnings().size() == 1 && program.warnings()[0].line == 3 && !program.warnings()[0].is_error);
    CHECK(program.warnings()[0].code == "singletons");
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 3; i++) {
        threads.emplace_back([&program, &right] {
            ferz::Engine engine = program.engine();
            right += (*engine.once("p(X)"))["X"].to_int() == 1;
            try {
                engine.once("twice(throw(away))");
            } catch (const ferz::Error &error) {
                right += error.exception() == Term::atom("away");
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    CHECK(right == 6);
}

int main() {
    ferz::Engine engine;
    std::string output;
    engine.set_output([&](std::string_view bytes) { output += bytes; });
    engine.consult("w(X).");
    CHECK(engine.warnings().size() == 1 && engine.warnings()[0].code == "singletons");
    engine.consult("total([], 0). total([X|Xs], T) :- total(Xs, T0), T is T0+X.");
    CHECK(engine.warnings().empty());
    auto answer = engine.once("sort(0, @>=, L, S), write(S)", {{"L", std::vector<int>{3, 1, 2}}});
    CHECK(answer && (*answer)["S"].str() == "[3, 2, 1]" && output == "[3,2,1]" && answer->is_last());
    CHECK((*answer)["S"].items().size() == 3 && (*answer)["S"].items()[0].to_int() == 3);
    CHECK(answer->names() == (std::vector<std::string>{"L", "S"}));
    CHECK(!engine.once("fail"));
    CHECK(Term::compound("f", {1, "two", Term::atom("three"), 4.5, true}).canonical() == "f(1,\"two\",three,4.5,true)");
    CHECK(Term(UINT64_MAX).str() == "18446744073709551615" && Term::number("1r3").kind() == FERZ_RATIONAL);
    CHECK(Term("text").text() == "text" && Term(7).to_double() == 7 && Term(7) != Term(8));
    Term copied = Term(1);
    copied = Term::var();
    CHECK(copied == Term(copied) && copied.kind() == FERZ_VAR);
    try {
        Term(7).text();
        CHECK(false);
    } catch (const std::invalid_argument &) {
        checks++;
    }
    try {
        engine.once("total([1, a], T)");
        CHECK(false);
    } catch (const ferz::Error &error) {
        CHECK(error.status() == FERZ_EXCEPTION && error.backtrace().size() == 2 && !error.limit() && !error.halt());
        CHECK(error.backtrace()[1].goal == "total([1|_],_)" && error.backtrace()[1].predicate == "total/2");
        CHECK(error.exception()->arg(0).str() == "type_error(evaluable, a/0)");
    }
    engine.predicate("shout", 2, [](ferz::Call &call) {
        std::string text = call.arg(0).text();
        if (text.empty()) {
            throw ferz::Throw{Term::atom("nothing")};
        }
        if (text == "no") {
            throw std::runtime_error("it is refused");
        }
        call.unify(1, text + "!");
        return text != "quiet";
    });
    CHECK((*engine.once("shout(hey, X)"))["X"].text() == "hey!" && !engine.once("shout(quiet, _)"));
    CHECK((*engine.once("catch(shout('', _), B, true)"))["B"].text() == "nothing");
    CHECK((*engine.once("catch(shout(no, _), error(system_error(M), _), true)"))["M"].text() == "it is refused");
    engine.predicate("count", 1, [](ferz::Call &call) {
        call.solutions([n = 0]() mutable -> std::optional<std::vector<Term>> {
            if (n == 4) {
                return std::nullopt;
            }
            return std::vector<Term>{n++};
        });
        return true;
    });
    CHECK((*engine.once("findall(N, count(N), L)"))["L"].str() == "[0, 1, 2, 3]");
    CHECK((*engine.once("count(N), N > 1"))["N"].to_int() == 2);
    {
        ferz::Query query = engine.query("member(X, [1, 2, 3])");
        CHECK((*query.next())["X"].to_int() == 1);
        CHECK((*engine.once("Y is 2 + 3"))["Y"].to_int() == 5);
        CHECK((*query.next())["X"].to_int() == 2);
    }
    engine.insert({Term::compound("price", {Term::atom("tea"), 3}), Term::compound("price", {Term::atom("milk"), 1})});
    ferz::Engine fork = engine.fork();
    engine.reset();
    CHECK((*fork.once("price(tea, P)"))["P"].to_int() == 3);
    engine.set_limit(FERZ_INFERENCES, 1000);
    try {
        engine.once("repeat, fail");
        CHECK(false);
    } catch (const ferz::Error &error) {
        CHECK(error.status() == FERZ_LIMIT && error.limit() == FERZ_INFERENCES);
    }
    engine.interrupter().interrupt();
    CHECK(Term::parse("f(1, 'A b')") == Term::compound("f", {1, Term::atom("A b")}));
    try {
        Term::parse("f(");
        CHECK(false);
    } catch (const ferz::Error &error) {
        CHECK(error.status() == FERZ_SYNTAX);
    }
    // What C would cut is refused.
    try {
        ferz::Engine().consult(std::string("p(1).\0 p(2).", 12));
        CHECK(false);
    } catch (const std::invalid_argument &) {
        CHECK(true);
    }
    ferz::Program program("double(X, Y) :- Y is 2 * X.");
    CHECK((*ferz::Program::from_bytes(program.to_bytes()).engine().once("double(4, Y)"))["Y"].to_int() == 8);
    try {
        ferz::Program broken("p(1.");
        CHECK(false);
    } catch (const ferz::Error &error) {
        CHECK(error.status() == FERZ_LOAD && error.diagnostics().size() == 1);
        CHECK(error.diagnostics()[0].is_error && error.diagnostics()[0].line == 1);
        CHECK(error.diagnostics()[0].file == "program" && error.diagnostics()[0].code == "syntax_error");
    }
    objects_and_streams();
    builders();
    std::cout << checks << " checks passed\n";
}
