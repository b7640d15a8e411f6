% Directed graphs: a list of Vertex-Neighbours, sorted by vertex, where Neighbours is the sorted list of the vertices to
% which Vertex has an edge.

%! vertices_edges_to_ugraph(+Vertices, +Edges, -Graph) is det.
%  Graph has these Vertices and Edges, a list of From-To, and the vertices of these.
%  ?- vertices_edges_to_ugraph([d], [a-b,b-c], G).   %=> G = [a-[b],b-[c],c-[],d-[]].
vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    must_be(list, Edges),
    must_be(list(pair), Edges),
    must_be(list, Vertices),
    pairs_keys_values(Edges, Froms, Tos),
    append([Vertices,Froms,Tos], All),
    sort(All, Set),
    sort(Edges, Sorted),
    '$graph_of'(Set, Sorted, Graph).

%! '$graph_of'(+Vertices, +Edges, -Graph)
'$graph_of'([], _, []).
'$graph_of'([V|Vs], Edges, [V-Neighbours|Graph]) :-
    '$edges_from'(Edges, V, Neighbours, Rest),
    '$graph_of'(Vs, Rest, Graph).

%! '$edges_from'(+Edges, +Vertex, -Neighbours, -Rest)
'$edges_from'([From-To|Edges], V, [To|Neighbours], Rest) :-
    From == V,
    !,
    '$edges_from'(Edges, V, Neighbours, Rest).
'$edges_from'(Rest, _, [], Rest).

%! vertices(+Graph, -Vertices) is det.
%  Vertices is the list of the vertices of Graph.
%  ?- vertices([a-[b],b-[]], L).   %=> L = [a,b].
vertices(Graph, Vertices) :-
    pairs_keys(Graph, Vertices).

%! edges(+Graph, -Edges) is det.
%  Edges is the list of the edges of Graph, as From-To.
%  ?- edges([a-[b,c],b-[],c-[a]], L).   %=> L = [a-b,a-c,c-a].
edges(Graph, Edges) :-
    '$graph_edges'(Graph, Edges).

%! '$graph_edges'(+Graph, -Edges)
'$graph_edges'([], []).
'$graph_edges'([From-Tos|Graph], Edges) :-
    '$edges_to'(Tos, From, Edges, Edges1),
    '$graph_edges'(Graph, Edges1).

%! '$edges_to'(+Vertices, +From, -Edges, ?Tail)
'$edges_to'([], _, Edges, Edges).
'$edges_to'([To|Tos], From, [From-To|Edges], Tail) :-
    '$edges_to'(Tos, From, Edges, Tail).

%! add_vertices(+Graph0, +Vertices, -Graph) is det.
%  Graph is Graph0 with Vertices added.
%  ?- add_vertices([b-[]], [a], G).   %=> G = [a-[],b-[]].
add_vertices(Graph0, Vertices, Graph) :-
    sort(Vertices, Set),
    '$without_edges'(Set, New),
    ugraph_union(Graph0, New, Graph).

%! '$without_edges'(+Vertices, -Graph)
'$without_edges'([], []).
'$without_edges'([V|Vs], [V-[]|Graph]) :-
    '$without_edges'(Vs, Graph).

%! del_vertices(+Graph0, +Vertices, -Graph) is det.
%  Graph is Graph0 without Vertices and their edges.
%  ?- del_vertices([a-[b,c],b-[a],c-[]], [b], G).   %=> G = [a-[c],c-[]].
del_vertices(Graph0, Vertices, Graph) :-
    sort(Vertices, Set),
    '$without_vertices'(Graph0, Set, Graph).

%! '$without_vertices'(+Graph0, +Set, -Graph)
'$without_vertices'([], _, []).
'$without_vertices'([V-Ns0|Graph0], Set, Graph) :-
    (   ord_memberchk(V, Set)
    ->  Graph = Graph1
    ;   ord_subtract(Ns0, Set, Ns),
        Graph = [V-Ns|Graph1]
    ),
    '$without_vertices'(Graph0, Set, Graph1).

%! add_edges(+Graph0, +Edges, -Graph) is det.
%  Graph is Graph0 with Edges and their vertices added.
%  ?- add_edges([a-[]], [a-b], G).   %=> G = [a-[b],b-[]].
add_edges(Graph0, Edges, Graph) :-
    vertices_edges_to_ugraph([], Edges, New),
    ugraph_union(Graph0, New, Graph).

%! del_edges(+Graph0, +Edges, -Graph) is det.
%  Graph is Graph0 without Edges; all vertices are kept.
%  ?- del_edges([a-[b],b-[]], [a-b], G).   %=> G = [a-[],b-[]].
del_edges(Graph0, Edges, Graph) :-
    sort(Edges, Sorted),
    '$without_edges'(Graph0, Sorted, Graph).

%! '$without_edges'(+Graph0, +Edges, -Graph)
'$without_edges'(Graph, [], Graph) :- !.
'$without_edges'([], _, []).
'$without_edges'([V-Ns0|Graph0], Edges, [V-Ns|Graph]) :-
    '$edges_before'(Edges, V, Edges1),
    '$edges_from'(Edges1, V, Gone, Edges2),
    ord_subtract(Ns0, Gone, Ns),
    '$without_edges'(Graph0, Edges2, Graph).

%! '$edges_before'(+Edges, +Vertex, -Rest)
%  Skips edges of vertices that the graph does not have.
'$edges_before'([From-_|Edges], V, Rest) :-
    From @< V,
    !,
    '$edges_before'(Edges, V, Rest).
'$edges_before'(Rest, _, Rest).

%! ugraph_union(+Graph1, +Graph2, -Graph) is det.
%  Graph has the vertices and edges of Graph1 and Graph2.
%  ?- ugraph_union([a-[b],b-[]], [a-[c],c-[]], G).   %=> G = [a-[b,c],b-[],c-[]].
ugraph_union([], Graph, Graph) :- !.
ugraph_union(Graph, [], Graph) :- !.
ugraph_union([V1-Ns1|Graph1], [V2-Ns2|Graph2], Graph) :-
    compare(Order, V1, V2),
    (   Order = (=)
    ->  ord_union(Ns1, Ns2, Ns),
        Graph = [V1-Ns|Graph3],
        ugraph_union(Graph1, Graph2, Graph3)
    ;   Order = (<)
    ->  Graph = [V1-Ns1|Graph3],
        ugraph_union(Graph1, [V2-Ns2|Graph2], Graph3)
    ;   Graph = [V2-Ns2|Graph3],
        ugraph_union([V1-Ns1|Graph1], Graph2, Graph3)
    ).

%! neighbours(+Vertex, +Graph, -Neighbours) is semidet.
%  Neighbours are the vertices to which Vertex has an edge.
%  ?- neighbours(a, [a-[b,c],b-[],c-[]], L).   %=> L = [b,c].
neighbours(Vertex, Graph, Neighbours) :-
    member(V-Ns, Graph),
    V == Vertex,
    !,
    Neighbours = Ns.

%! neighbors(+Vertex, +Graph, -Neighbours) is semidet.
%  Synonym of neighbours/3.
%  ?- neighbors(b, [a-[b],b-[]], L).   %=> L = [].
neighbors(Vertex, Graph, Neighbours) :-
    neighbours(Vertex, Graph, Neighbours).

%! transpose_ugraph(+Graph, -Transposed) is det.
%  Transposed is Graph with all edges reversed.
%  ?- transpose_ugraph([a-[b],b-[],c-[b]], G).   %=> G = [a-[],b-[a,c],c-[]].
transpose_ugraph(Graph, Transposed) :-
    vertices(Graph, Vertices),
    edges(Graph, Edges),
    transpose_pairs(Edges, Reversed),
    vertices_edges_to_ugraph(Vertices, Reversed, Transposed).

%! compose(+Graph1, +Graph2, -Graph) is det.
%  Graph has an edge for each path of an edge of Graph1 followed by an edge of Graph2.
%  ?- compose([a-[b],b-[]], [b-[c],c-[]], G).   %=> G = [a-[c],b-[],c-[]].
%  ?- compose([a-[b]], [b-[c]], G).             %=> G = [a-[c],b-[]].
compose(Graph1, Graph2, Graph) :-
    vertices(Graph1, Vertices1),
    vertices(Graph2, Vertices2),
    ord_union(Vertices1, Vertices2, Vertices),
    list_to_assoc(Graph2, Assoc),
    '$compose'(Vertices, Graph1, Assoc, Graph).

%! '$compose'(+Vertices, +Graph1, +Assoc, -Graph)
'$compose'([], _, _, []).
'$compose'([V|Vs], Graph1, Assoc, [V-Ns|Graph]) :-
    (   Graph1 = [Own-Vias|Rest],
        Own == V
    ->  convlist('$edges_from'(Assoc), Vias, Lists),
        ord_union(Lists, Ns)
    ;   Rest = Graph1,
        Ns = []
    ),
    '$compose'(Vs, Rest, Assoc, Graph).

%! '$edges_from'(+Assoc, +Vertex, -Neighbours) is semidet.
'$edges_from'(Assoc, Vertex, Neighbours) :-
    get_assoc(Vertex, Assoc, Neighbours).

%! complement(+Graph, -Complement) is det.
%  Complement has an edge between different vertices if and only if Graph does not.
%  ?- complement([a-[b],b-[]], G).   %=> G = [a-[],b-[a]].
complement(Graph, Complement) :-
    vertices(Graph, Vertices),
    '$complement'(Graph, Vertices, Complement).

%! '$complement'(+Graph, +Vertices, -Complement)
'$complement'([], _, []).
'$complement'([V-Ns0|Graph], Vertices, [V-Ns|Complement]) :-
    ord_add_element(Ns0, V, Own),
    ord_subtract(Vertices, Own, Ns),
    '$complement'(Graph, Vertices, Complement).

%! reachable(+Vertex, +Graph, -Vertices) is semidet.
%  Vertices are the vertices reachable from Vertex, including itself.
%  ?- reachable(a, [a-[b],b-[c],c-[],d-[]], L).   %=> L = [a,b,c].
reachable(Vertex, Graph, Vertices) :-
    list_to_assoc(Graph, Assoc),
    get_assoc(Vertex, Assoc, _),
    empty_assoc(Seen),
    '$reach'([Vertex], Assoc, Seen, All),
    assoc_to_keys(All, Vertices).

%! '$reach'(+Waiting, +Graph, +Seen0, -Seen)
'$reach'([], _, Seen, Seen).
'$reach'([V|Vs], Graph, Seen0, Seen) :-
    (   get_assoc(V, Seen0, _)
    ->  '$reach'(Vs, Graph, Seen0, Seen)
    ;   put_assoc(V, Seen0, true, Seen1),
        (   get_assoc(V, Graph, Ns)
        ->  append(Ns, Vs, Waiting)
        ;   Waiting = Vs
        ),
        '$reach'(Waiting, Graph, Seen1, Seen)
    ).

%! transitive_closure(+Graph, -Closure) is det.
%  Closure has an edge wherever Graph has a path.
%  ?- transitive_closure([a-[b],b-[c],c-[]], G).   %=> G = [a-[b,c],b-[c],c-[]].
transitive_closure(Graph, Closure) :-
    list_to_assoc(Graph, Assoc),
    '$closure'(Graph, Assoc, Closure).

%! '$closure'(+Graph, +Assoc, -Closure)
'$closure'([], _, []).
'$closure'([V-Ns|Graph], Assoc, [V-Reached|Closure]) :-
    empty_assoc(Seen),
    '$reach'(Ns, Assoc, Seen, All),
    assoc_to_keys(All, Reached),
    '$closure'(Graph, Assoc, Closure).

%! top_sort(+Graph, -Vertices) is semidet.
%  Vertices are the vertices of Graph in topological order; fails if there is a cycle.
%  ?- top_sort([a-[b],b-[c],c-[]], L).   %=> L = [a,b,c].
%  ?- top_sort([a-[b],b-[a]], _).        %=> false.
top_sort(Graph, Vertices) :-
    pairs_values(Graph, Lists),
    append(Lists, Ends),
    msort(Ends, Sorted),
    vertices(Graph, All),
    '$count_ends'(All, Sorted, Counts, Free),
    list_to_assoc(Counts, Assoc),
    list_to_assoc(Graph, Edges),
    '$top_sort'(Free, Edges, Assoc, Vertices0),
    same_length(All, Vertices0),
    Vertices = Vertices0.

%! '$count_ends'(+Vertices, +Ends, -Counts, -Free)
'$count_ends'([], _, [], []).
'$count_ends'([V|Vs], Ends, [V-Count|Counts], Free) :-
    '$count_equal'(Ends, V, 0, Count, Rest),
    ( Count =:= 0 -> Free = [V|Free1] ; Free = Free1 ),
    '$count_ends'(Vs, Rest, Counts, Free1).

%! '$count_equal'(+Sorted, +X, +Count0, -Count, -Rest)
'$count_equal'([Y|Ys], X, Count0, Count, Rest) :-
    Y == X,
    !,
    Count1 is Count0 + 1,
    '$count_equal'(Ys, X, Count1, Count, Rest).
'$count_equal'(Rest, _, Count, Count, Rest).

%! '$top_sort'(+Free, +Edges, +Counts, -Vertices)
'$top_sort'([], _, _, []).
'$top_sort'([V|Free0], Edges, Counts0, [V|Vertices]) :-
    get_assoc(V, Edges, Ns),
    '$free_ends'(Ns, Counts0, Counts, Free0, Free),
    '$top_sort'(Free, Edges, Counts, Vertices).

%! '$free_ends'(+Neighbours, +Counts0, -Counts, +Free0, -Free)
'$free_ends'([], Counts, Counts, Free, Free).
'$free_ends'([N|Ns], Counts0, Counts, Free0, Free) :-
    get_assoc(N, Counts0, Count0, Counts1, Count),
    Count is Count0 - 1,
    (   Count =:= 0
    ->  Free1 = [N|Free0]
    ;   Free1 = Free0
    ),
    '$free_ends'(Ns, Counts1, Counts, Free1, Free).

%! top_sort(+Graph, -Vertices0, ?Vertices) is semidet.
%  The list of the vertices of Graph in topological order is Vertices0 up to Vertices.
%  ?- top_sort([a-[b],b-[]], L, [x]).   %=> L = [a,b,x].
top_sort(Graph, Vertices0, Vertices) :-
    top_sort(Graph, Sorted),
    append(Sorted, Vertices, Vertices0).
