# Prolog for Ruby, over libferz: what each binding has. FERZ_LIBRARY names the library, if it is not installed.
require 'ffi'

module Ferz
  # The functions of ferz.h that are used. Those that run goals let Ruby's other threads run.
  module C
    extend FFI::Library
    ffi_lib ENV.fetch('FERZ_LIBRARY', 'ferz')
    OK, DONE, EXCEPTION = 0, 1, 4
    { engine_new: [[], :pointer], engine_free: [[:pointer], :void], query_free: [[:pointer], :void],
      answer_free: [[:pointer], :void], term_free: [[:pointer], :void], error_free: [[:pointer], :void],
      text_free: [[:pointer], :void], terms_free: [%i[pointer size_t], :void],
      engine_set_limit: [%i[pointer int32 uint64 pointer], :int], answer_count: [[:pointer], :size_t],
      engine_register: [%i[pointer string size_t pointer pointer pointer pointer], :int],
      query_open: [%i[pointer string pointer size_t pointer pointer], :int],
      answer_name: [%i[pointer size_t], :string], answer_value: [%i[pointer string], :pointer],
      error_message: [[:pointer], :string], call_arg: [%i[pointer size_t], :pointer],
      call_unify: [%i[pointer size_t pointer], :bool], call_throw: [%i[pointer pointer], :void],
      term_kind: [[:pointer], :int], term_text: [%i[pointer bool], :pointer], term_arity: [[:pointer], :size_t],
      term_arg: [%i[pointer size_t], :pointer], term_items: [%i[pointer pointer], :pointer],
      term_get_text: [%i[pointer pointer], :pointer], term_get_float: [%i[pointer pointer], :bool],
      term_number: [[:string], :pointer], term_float: [[:double], :pointer], term_var: [[], :pointer],
      term_string: [%i[pointer size_t], :pointer], term_atom_of: [%i[pointer size_t], :pointer],
      term_compound: [%i[string pointer size_t], :pointer], term_list: [%i[pointer size_t], :pointer]
    }.each { |name, (args, result)| attach_function name, "ferz_#{name}", args, result }
    attach_function :engine_consult, :ferz_engine_consult, %i[pointer string pointer], :int, blocking: true
    attach_function :query_next, :ferz_query_next, %i[pointer pointer pointer], :int, blocking: true

    # Calls a function whose last arguments are a place for its result, if `result`, and one for its error. A text of
    # FFI ends with a null character, and has none within: Ruby says so.
    def self.call(name, *args, result: false)
      places = Array.new(result ? 2 : 1) { FFI::MemoryPointer.new(:pointer) }
      status = send(name, *args, *places)
      error = places.last.read_pointer
      raise Error.new(status, FFI::AutoPointer.new(error, method(:error_free))) unless error.null?
      [status, places.first.read_pointer]
    end

    def self.array(handles)
      FFI::MemoryPointer.new(:pointer, [handles.size, 1].max).write_array_of_pointer(handles)
    end
  end

  Compound = Struct.new(:name, :args)
  Var = Class.new

  class Error < StandardError
    attr_reader :status

    def initialize(status, handle)
      @status = status
      super(C.error_message(handle).force_encoding('UTF-8'))
    end
  end

  # The kinds of terms, in the order of their numbers: each with what makes a value of Ruby of a term.
  RUBY = [
    ->(_) { Var.new }, ->(term) { (name = text(term)) == '[]' ? [] : name.to_sym },
    ->(term) { written(term).to_i }, ->(term) { written(term).to_i },
    ->(term) { written(term).sub('r', '/').to_r }, ->(term) { float(term) }, ->(term) { text(term) },
    ->(term) { list(term) || Compound.new('[|]', args(term)) }, ->(term) { Compound.new(text(term), args(term)) },
    ->(term) { "<#{text(term)}>" }
  ].freeze

  class << self
    # Makes a value of a term, and frees it.
    def value(term)
      handle = FFI::AutoPointer.new(term, C.method(:term_free))
      RUBY.fetch(C.term_kind(handle)).call(handle)
    end

    # Makes a term of a value. It is freed when Ruby forgets it.
    def term(value)
      made =
        case value
        when Integer then C.term_number(value.to_s)
        when Rational then C.term_number("#{value.numerator}r#{value.denominator}")
        when Float then C.term_float(value)
        when String then C.term_string(*bytes(value))
        when Symbol, true, false then C.term_atom_of(*bytes(value.to_s))
        when nil then C.term_atom_of(*bytes('null'))
        when Array then parts(value) { |handles| C.term_list(C.array(handles), handles.size) }
        when Compound then parts(value.args) { |handles| C.term_compound(value.name, C.array(handles), handles.size) }
        when Var then C.term_var
        else raise TypeError, "#{value.class} has no form as a term"
        end
      raise ArgumentError, 'the text is not UTF-8' if made.null?
      FFI::AutoPointer.new(made, C.method(:term_free))
    end

    private

    def bytes(text) = [FFI::MemoryPointer.from_string(text), text.bytesize]

    def parts(values)
      terms = values.map { |value| term(value) }
      yield terms
    end

    def args(term) = Array.new(C.term_arity(term)) { |index| value(C.term_arg(term, index)) }

    def text(term)
      length = FFI::MemoryPointer.new(:size_t)
      C.term_get_text(term, length).read_bytes(length.get(:size_t, 0)).force_encoding('UTF-8')
    end

    def written(term)
      text = C.term_text(term, true)
      text.read_string
    ensure
      C.text_free(text)
    end

    def float(term)
      place = FFI::MemoryPointer.new(:double)
      C.term_get_float(term, place) && place.read_double
    end

    def list(term)
      count = FFI::MemoryPointer.new(:size_t)
      items = C.term_items(term, count)
      return if items.null?
      length = count.get(:size_t, 0)
      # Each is freed by its value; the array has other handles then.
      handles = items.read_array_of_pointer(length)
      items.write_array_of_pointer([FFI::Pointer::NULL] * length)
      C.terms_free(items, length)
      handles.map { |handle| value(handle) }
    end
  end

  class Engine
    LIMITS = { memory: 0, program: 1, inferences: 2 }.freeze

    def initialize(text = nil)
      @handle = FFI::AutoPointer.new(C.engine_new, C.method(:engine_free))
      @predicates = []
      consult(text) if text
    end

    def consult(text) = C.call(:engine_consult, @handle, text) && self

    def limit(name, amount) = C.call(:engine_set_limit, @handle, LIMITS.fetch(name), amount)

    # Yields the answers, hashes by the names of variables; they are found as they are wanted.
    def query(goal, **values)
      return enum_for(:query, goal, **values) unless block_given?
      terms = values.map { |name, value| [FFI::MemoryPointer.from_string(name.to_s), Ferz.term(value)] }
      _, open = C.call(:query_open, @handle, goal, C.array(terms.flatten), terms.size, result: true)
      begin
        while (found = C.call(:query_next, open, result: true)).first == C::OK
          answer = FFI::AutoPointer.new(found.last, C.method(:answer_free))
          names = Array.new(C.answer_count(answer)) { |index| C.answer_name(answer, index).force_encoding('UTF-8') }
          yield names.to_h { |name| [name.to_sym, Ferz.value(C.answer_value(answer, name))] }
        end
      ensure
        C.query_free(open)
      end
    end

    def once(goal, **values) = query(goal, **values).first

    # Makes a predicate of a block, whose result is the last argument; nil fails.
    def predicate(name, &block)
      inputs = block.arity
      function = FFI::Function.new(:int32, %i[pointer pointer]) do |call, _|
        result = block.call(*Array.new(inputs) { |index| Ferz.value(C.call_arg(call, index)) })
        C.call_unify(call, inputs, Ferz.term(result)) unless result.nil?
        result.nil? ? C::DONE : C::OK
      rescue StandardError => e
        # Nothing may be thrown out of the library.
        reason = Compound.new('system_error', ["#{e.class}: #{e.message}"])
        C.call_throw(call, Ferz.term(Compound.new('error', [reason, Var.new])))
        C::EXCEPTION
      end
      @predicates << function # Ruby has to keep it.
      C.call(:engine_register, @handle, name.to_s, inputs + 1, function, nil, nil)
    end
  end
end
