// Queens in C++: handles that free themselves, errors as exceptions, a lambda as a predicate.
#include <ferz.hpp>
#include <iostream>

int main() {
    ferz::Program program(R"(
        queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs), report(Qs).
        safe([]).
        safe([Q|Qs]) :- apart(Q, 1, Qs), safe(Qs).
        apart(_, _, []).
        apart(Q, D, [P|Ps]) :- abs(Q - P) =\= D, D1 is D + 1, apart(Q, D1, Ps).
    )");
    ferz::Engine engine = program.engine();
    int reports = 0;
    engine.predicate("report", 1, [&](ferz::Call &call) {
        reports += static_cast<int>(call.arg(0).items().size());
        return true;
    });
    int count = 0;
    for (const ferz::Answer &answer : engine.query("queens(N, Qs)", {{"N", 6}})) {
        std::cout << answer["Qs"].str() << '\n';
        count++;
    }
    std::cout << count << " solutions, " << reports << " queens\n";
    try {
        engine.once("queens(six, Qs)");
    } catch (const ferz::Error &error) {
        std::cout << error.what() << '\n';
    }
}
