require_relative 'ferz'

engine = Ferz::Engine.new('likes(mary, wine). likes(john, X) :- likes(mary, X).')
engine.query('likes(Who, What)') { |answer| puts "#{answer[:Who]} likes #{answer[:What]}" }

engine.predicate(:price) { |item| { wine: 9.5, tea: 3 }.fetch(item) }
answer = engine.once('price(wine, P), Y is X * 2 + 1r3', X: 2**100)
puts answer[:P], answer[:Y]

engine.limit(:inferences, 10_000)
['price(milk, P)', 'repeat, fail', 'p('].each do |goal|
  engine.once(goal)
rescue Ferz::Error => e
  puts e.message.lines.first
end
