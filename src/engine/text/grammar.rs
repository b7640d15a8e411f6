// Made by LALRPOP from grammar.lalrpop, whose hash is 8ec32932290e4f3a.
use lalrpop_util::ParseError;
use crate::text::builder::AstBuilder;
use crate::text::error::SyntaxFault;
use crate::text::token::Kind;
#[allow(unused_extern_crates)]
extern crate lalrpop_util as __lalrpop_util;
#[allow(unused_imports)]
use self::__lalrpop_util::state_machine as __state_machine;
#[allow(unused_extern_crates)]
extern crate alloc;

#[rustfmt::skip]
#[allow(explicit_outlives_requirements, non_snake_case, non_camel_case_types, unused_mut, unused_variables, unused_imports, unused_parens, clippy::needless_lifetimes, clippy::type_complexity, clippy::needless_return, clippy::too_many_arguments, clippy::match_single_binding, clippy::clone_on_copy, clippy::unit_arg)]
mod __parse__Clause {

    use lalrpop_util::ParseError;
    use crate::text::builder::AstBuilder;
    use crate::text::error::SyntaxFault;
    use crate::text::token::Kind;
    #[allow(unused_extern_crates)]
    extern crate lalrpop_util as __lalrpop_util;
    #[allow(unused_imports)]
    use self::__lalrpop_util::state_machine as __state_machine;
    #[allow(unused_extern_crates)]
    extern crate alloc;
    use super::__ToTriple;
    #[allow(dead_code)]
    pub(crate) enum __Symbol<>
     {
        Variant0(Kind),
        Variant1(usize),
        Variant2(()),
    }
    const __ACTION: &[i8] = &[
        // State 0
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 21, 22,
        // State 1
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 28, 29,
        // State 2
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 32, 7, 0, 0, 0,
        // State 3
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 21, 22,
        // State 4
        25, 8, 23, 26, 24, 4, 0, 5, 35, 6, 0, 7, 0, 0, 0,
        // State 5
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 36, 7, 0, 21, 22,
        // State 6
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 21, 22,
        // State 7
        25, 8, 23, 26, 24, 4, 38, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 8
        25, 8, 23, 26, 24, 4, -2, 5, 0, 6, -2, 7, 0, -2, 41,
        // State 9
        25, 8, 23, 26, 24, 4, -3, 5, 0, 6, -3, 7, 0, -3, 43,
        // State 10
        25, 8, 23, 26, 24, 4, 44, 5, 0, 6, 0, 7, 0, 28, 29,
        // State 11
        25, 8, 23, 26, 24, 4, 0, 5, -8, 6, 0, 7, 0, -8, -8,
        // State 12
        25, 8, 23, 26, 24, 4, 0, 5, -7, 6, 0, 7, 0, -7, -7,
        // State 13
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 48, 7, 0, 28, 29,
        // State 14
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 49, 28, 29,
        // State 15
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 16
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 17
        25, 8, 23, 26, 24, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 18
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // State 19
        -13, -13, -13, -13, -13, -13, -13, -13, 0, -13, -13, -13, -13, -13, -13,
        // State 20
        -14, -14, -14, -14, -14, -14, -14, -14, 0, -14, -14, -14, -14, -14, -14,
        // State 21
        -15, -15, -15, -15, -15, -15, -15, -15, 0, -15, -15, -15, -15, -15, -15,
        // State 22
        -37, -37, -37, -37, -37, -37, 0, -37, 0, -37, -37, -37, 0, 0, 0,
        // State 23
        -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25,
        // State 24
        -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19, -19,
        // State 25
        -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24, -24,
        // State 26
        -16, -16, -16, -16, -16, -16, -16, -16, 0, -16, -16, -16, -16, -16, -16,
        // State 27
        -17, -17, -17, -17, -17, -17, -17, -17, 0, -17, -17, -17, -17, -17, -17,
        // State 28
        -18, -18, -18, -18, -18, -18, -18, -18, 0, -18, -18, -18, -18, -18, -18,
        // State 29
        0, 0, 0, 0, 0, 0, -4, 0, 0, 0, -4, 0, 0, -4, 0,
        // State 30
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 39, 0, 0, 16, 0,
        // State 31
        -22, -22, -22, -22, -22, -22, -22, -22, -22, -22, -22, -22, -22, -22, -22,
        // State 32
        0, 0, 0, 0, 0, 0, 0, 0, -11, 0, 0, 0, 0, -11, -11,
        // State 33
        0, 0, 0, 0, 0, 0, 0, 0, 46, 0, 0, 0, 0, 17, 18,
        // State 34
        -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27,
        // State 35
        -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31,
        // State 36
        0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 16, 0,
        // State 37
        -20, -20, -20, -20, -20, -20, -20, -20, -20, -20, -20, -20, -20, -20, -20,
        // State 38
        -23, -23, -23, -23, -23, -23, -23, -23, -23, -23, -23, -23, -23, -23, -23,
        // State 39
        -33, -33, -33, -33, -33, -33, -33, -33, 0, -33, -33, -33, 0, -33, -33,
        // State 40
        -34, -34, -34, -34, -34, -34, -34, -34, 0, -34, -34, -34, 0, -34, -34,
        // State 41
        -35, -35, -35, -35, -35, -35, -35, -35, 0, -35, -35, -35, 0, -35, -35,
        // State 42
        -36, -36, -36, -36, -36, -36, -36, -36, 0, -36, -36, -36, 0, -36, -36,
        // State 43
        -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26,
        // State 44
        -10, -10, -10, -10, -10, -10, 0, -10, -10, -10, 0, -10, 0, -10, -10,
        // State 45
        -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28,
        // State 46
        -9, -9, -9, -9, -9, -9, 0, -9, -9, -9, 0, -9, 0, -9, -9,
        // State 47
        -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32,
        // State 48
        -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30,
        // State 49
        -21, -21, -21, -21, -21, -21, -21, -21, -21, -21, -21, -21, -21, -21, -21,
        // State 50
        0, 0, 0, 0, 0, 0, -5, 0, 0, 0, -5, 0, 0, -5, 0,
        // State 51
        0, 0, 0, 0, 0, 0, 0, 0, -12, 0, 0, 0, 0, -12, -12,
        // State 52
        0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 0, 0, 0,
        // State 53
        -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29,
    ];
    fn __action(state: i8, integer: usize) -> i8 {
        __ACTION[(state as usize) * 15 + integer]
    }
    const __EOF_ACTION: &[i8] = &[
        // State 0
        0,
        // State 1
        -6,
        // State 2
        0,
        // State 3
        0,
        // State 4
        0,
        // State 5
        0,
        // State 6
        0,
        // State 7
        0,
        // State 8
        0,
        // State 9
        0,
        // State 10
        0,
        // State 11
        0,
        // State 12
        0,
        // State 13
        0,
        // State 14
        0,
        // State 15
        0,
        // State 16
        0,
        // State 17
        0,
        // State 18
        -38,
        // State 19
        -13,
        // State 20
        -14,
        // State 21
        -15,
        // State 22
        0,
        // State 23
        -25,
        // State 24
        -19,
        // State 25
        -24,
        // State 26
        -16,
        // State 27
        -17,
        // State 28
        -18,
        // State 29
        0,
        // State 30
        0,
        // State 31
        -22,
        // State 32
        0,
        // State 33
        0,
        // State 34
        -27,
        // State 35
        -31,
        // State 36
        0,
        // State 37
        -20,
        // State 38
        -23,
        // State 39
        0,
        // State 40
        0,
        // State 41
        0,
        // State 42
        0,
        // State 43
        -26,
        // State 44
        0,
        // State 45
        -28,
        // State 46
        0,
        // State 47
        -32,
        // State 48
        -30,
        // State 49
        -21,
        // State 50
        0,
        // State 51
        0,
        // State 52
        0,
        // State 53
        -29,
    ];
    fn __goto(state: i8, nt: usize) -> i8 {
        match nt {
            1 => match state {
                15 => 50,
                _ => 29,
            },
            2 => match state {
                7 => 36,
                _ => 30,
            },
            3 => 18,
            4 => match state {
                16 => 51,
                17 => 52,
                _ => 32,
            },
            5 => 11,
            6 => 33,
            7 => match state {
                3 => 10,
                5 => 13,
                6 => 14,
                _ => 1,
            },
            8 => match state {
                4 | 16..=17 => 12,
                0 | 3 | 5..=6 => 19,
                1 | 10 | 13..=14 => 26,
                8 => 39,
                9 => 41,
                11 => 44,
                12 => 46,
                _ => 8,
            },
            9 => 9,
            10 => 2,
            _ => 0,
        }
    }
    #[allow(clippy::needless_raw_string_hashes)]
    const __TERMINAL: &[&str] = &[
        r###"name"###,
        r###"functor"###,
        r###"dict"###,
        r###"variable"###,
        r###"literal"###,
        r###""(""###,
        r###"")""###,
        r###""[""###,
        r###""]""###,
        r###""{""###,
        r###""}""###,
        r###""{|""###,
        r###"quotation"###,
        r###"",""###,
        r###""|""###,
    ];
    fn __expected_tokens(__state: i8) -> alloc::vec::Vec<alloc::string::String> {
        __TERMINAL.iter().enumerate().filter_map(|(index, terminal)| {
            let next_state = __action(__state, index);
            if next_state == 0 {
                None
            } else {
                Some(alloc::string::ToString::to_string(terminal))
            }
        }).collect()
    }
    fn __expected_tokens_from_states<
        'a,
        'b,
    >(
        __states: &[i8],
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> alloc::vec::Vec<alloc::string::String>
    where
        'b: 'a,
    {
        __TERMINAL.iter().enumerate().filter_map(|(index, terminal)| {
            if __accepts(None, __states, Some(index), core::marker::PhantomData::<(&(), &())>) {
                Some(alloc::string::ToString::to_string(terminal))
            } else {
                None
            }
        }).collect()
    }
    struct __StateMachine<'a, 'b>
    where 'b: 'a
    {
        b: &'a mut AstBuilder<'b>,
        __phantom: core::marker::PhantomData<(&'a (), &'b ())>,
    }
    impl<'a, 'b> __state_machine::ParserDefinition for __StateMachine<'a, 'b>
    where 'b: 'a
    {
        type Location = usize;
        type Error = SyntaxFault;
        type Token = Kind;
        type TokenIndex = usize;
        type Symbol = __Symbol<>;
        type Success = ();
        type StateIndex = i8;
        type Action = i8;
        type ReduceIndex = i8;
        type NonterminalIndex = usize;

        #[inline]
        fn start_location(&self) -> Self::Location {
              Default::default()
        }

        #[inline]
        fn start_state(&self) -> Self::StateIndex {
              0
        }

        #[inline]
        fn token_to_index(&self, token: &Self::Token) -> Option<usize> {
            __token_to_integer(token, core::marker::PhantomData::<(&(), &())>)
        }

        #[inline]
        fn action(&self, state: i8, integer: usize) -> i8 {
            __action(state, integer)
        }

        #[inline]
        fn error_action(&self, state: i8) -> i8 {
            __action(state, 15 - 1)
        }

        #[inline]
        fn eof_action(&self, state: i8) -> i8 {
            __EOF_ACTION[state as usize]
        }

        #[inline]
        fn goto(&self, state: i8, nt: usize) -> i8 {
            __goto(state, nt)
        }

        fn token_to_symbol(&self, token_index: usize, token: Self::Token) -> Self::Symbol {
            __token_to_symbol(token_index, token, core::marker::PhantomData::<(&(), &())>)
        }

        fn expected_tokens(&self, state: i8) -> alloc::vec::Vec<alloc::string::String> {
            __expected_tokens(state)
        }

        fn expected_tokens_from_states(&self, states: &[i8]) -> alloc::vec::Vec<alloc::string::String> {
            __expected_tokens_from_states(states, core::marker::PhantomData::<(&(), &())>)
        }

        #[inline]
        fn uses_error_recovery(&self) -> bool {
            false
        }

        #[inline]
        fn error_recovery_symbol(
            &self,
            recovery: __state_machine::ErrorRecovery<Self>,
        ) -> Self::Symbol {
            panic!("error recovery not enabled for this grammar")
        }

        fn reduce(
            &mut self,
            action: i8,
            start_location: Option<&Self::Location>,
            states: &mut alloc::vec::Vec<i8>,
            symbols: &mut alloc::vec::Vec<__state_machine::SymbolTriple<Self>>,
        ) -> Option<__state_machine::ParseResult<Self>> {
            __reduce(
                self.b,
                action,
                start_location,
                states,
                symbols,
                core::marker::PhantomData::<(&(), &())>,
            )
        }

        fn simulate_reduce(&self, action: i8) -> __state_machine::SimulatedReduce<Self> {
            __simulate_reduce(action, core::marker::PhantomData::<(&(), &())>)
        }
    }
    fn __token_to_integer<
        'a,
        'b,
    >(
        __token: &Kind,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> Option<usize>
    {
        #[warn(unused_variables)]
        match __token {
            Kind::Name if true => Some(0),
            Kind::Functor if true => Some(1),
            Kind::Dict if true => Some(2),
            Kind::Variable if true => Some(3),
            Kind::Literal if true => Some(4),
            Kind::Open if true => Some(5),
            Kind::Close if true => Some(6),
            Kind::OpenList if true => Some(7),
            Kind::CloseList if true => Some(8),
            Kind::OpenCurly if true => Some(9),
            Kind::CloseCurly if true => Some(10),
            Kind::OpenQuotation if true => Some(11),
            Kind::Quotation if true => Some(12),
            Kind::Comma if true => Some(13),
            Kind::Bar if true => Some(14),
            _ => None,
        }
    }
    fn __token_to_symbol<
        'a,
        'b,
    >(
        __token_index: usize,
        __token: Kind,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> __Symbol<>
    {
        #[allow(clippy::manual_range_patterns)]match __token_index {
            0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 => __Symbol::Variant0(__token),
            _ => unreachable!(),
        }
    }
    fn __simulate_reduce<
        'a,
        'b,
    >(
        __reduce_index: i8,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> __state_machine::SimulatedReduce<__StateMachine<'a, 'b>>
    where
        'b: 'a,
    {
        match __reduce_index {
            0 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 0,
                    nonterminal_produced: 0,
                }
            }
            1 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 1,
                }
            }
            2 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 1,
                }
            }
            3 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 2,
                }
            }
            4 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 2,
                }
            }
            5 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 3,
                }
            }
            6 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 4,
                }
            }
            7 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 4,
                }
            }
            8 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 5,
                }
            }
            9 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 5,
                }
            }
            10 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 6,
                }
            }
            11 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 6,
                }
            }
            12 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 7,
                }
            }
            13 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 7,
                }
            }
            14 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 7,
                }
            }
            15 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 7,
                }
            }
            16 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 7,
                }
            }
            17 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 7,
                }
            }
            18 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 8,
                }
            }
            19 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            20 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            21 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            22 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            23 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 8,
                }
            }
            24 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 8,
                }
            }
            25 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            26 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            27 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            28 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 5,
                    nonterminal_produced: 8,
                }
            }
            29 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            30 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            31 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            32 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            33 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            34 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            35 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            36 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 10,
                }
            }
            37 => __state_machine::SimulatedReduce::Accept,
            _ => panic!("invalid reduction index {__reduce_index}")
        }
    }
    pub struct ClauseParser {
        _priv: (),
    }

    impl Default for ClauseParser { fn default() -> Self { Self::new() } }
    impl ClauseParser {
        pub fn new() -> ClauseParser {
            ClauseParser {
                _priv: (),
            }
        }

        #[allow(dead_code)]
        pub fn parse<
            'a,
            'b,
            __TOKEN: __ToTriple<'a, 'b, >,
            __TOKENS: IntoIterator<Item=__TOKEN>,
        >(
            &self,
            b: &'a mut AstBuilder<'b>,
            __tokens0: __TOKENS,
        ) -> Result<(), __lalrpop_util::ParseError<usize, Kind, SyntaxFault>>
        {
            let __tokens = __tokens0.into_iter();
            let mut __tokens = __tokens.map(|t| __ToTriple::to_triple(t));
            __state_machine::Parser::drive(
                __StateMachine {
                    b,
                    __phantom: core::marker::PhantomData::<(&(), &())>,
                },
                __tokens,
            )
        }
    }
    fn __accepts<
        'a,
        'b,
    >(
        __error_state: Option<i8>,
        __states: &[i8],
        __opt_integer: Option<usize>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> bool
    where
        'b: 'a,
    {
        let mut __states = __states.to_vec();
        __states.extend(__error_state);
        loop {
            let mut __states_len = __states.len();
            let __top = __states[__states_len - 1];
            let __action = match __opt_integer {
                None => __EOF_ACTION[__top as usize],
                Some(__integer) => __action(__top, __integer),
            };
            if __action == 0 { return false; }
            if __action > 0 { return true; }
            let (__to_pop, __nt) = match __simulate_reduce(-(__action + 1), core::marker::PhantomData::<(&(), &())>) {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop, nonterminal_produced
                } => (states_to_pop, nonterminal_produced),
                __state_machine::SimulatedReduce::Accept => return true,
            };
            __states_len -= __to_pop;
            __states.truncate(__states_len);
            let __top = __states[__states_len - 1];
            let __next_state = __goto(__top, __nt);
            __states.push(__next_state);
        }
    }
    fn __reduce<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __action: i8,
        __lookahead_start: Option<&usize>,
        __states: &mut alloc::vec::Vec<i8>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> Option<Result<(),__lalrpop_util::ParseError<usize, Kind, SyntaxFault>>>
    {
        let (__pop_states, __nonterminal) = match __action {
            0 => {
                __reduce0(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            1 => {
                __reduce1(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            2 => {
                // Argument = Run => ActionFn(13);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action13::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 1)
            }
            3 => {
                __reduce3(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            4 => {
                __reduce4(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            5 => {
                // Clause = Inner => ActionFn(1);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action1::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 3)
            }
            6 => {
                __reduce6(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            7 => {
                // Element = ElementRun => ActionFn(19);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action19::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 4)
            }
            8 => {
                __reduce8(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            9 => {
                __reduce9(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            10 => {
                __reduce10(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            11 => {
                __reduce11(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            12 => {
                __reduce12(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            13 => {
                __reduce13(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            14 => {
                __reduce14(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            15 => {
                __reduce15(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            16 => {
                __reduce16(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            17 => {
                __reduce17(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            18 => {
                __reduce18(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            19 => {
                // Item = functor, ")" => ActionFn(43);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action43::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (2, 8)
            }
            20 => {
                // Item = functor, Arguments, ")" => ActionFn(44);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action44::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 8)
            }
            21 => {
                // Item = Tag, "}" => ActionFn(45);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant2(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action45::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (2, 8)
            }
            22 => {
                // Item = Tag, Arguments, "}" => ActionFn(46);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant2(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action46::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 8)
            }
            23 => {
                __reduce23(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            24 => {
                // Item = literal => ActionFn(48);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action48::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 8)
            }
            25 => {
                // Item = "(", Inner, ")" => ActionFn(49);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action49::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 8)
            }
            26 => {
                __reduce26(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            27 => {
                __reduce27(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            28 => {
                __reduce28(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            29 => {
                // Item = "{|", Inner, quotation => ActionFn(53);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action53::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 8)
            }
            30 => {
                __reduce30(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            31 => {
                // Item = "{", Inner, "}" => ActionFn(55);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action55::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 8)
            }
            32 => {
                __reduce32(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            33 => {
                __reduce33(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            34 => {
                __reduce34(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            35 => {
                __reduce35(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            36 => {
                __reduce36(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            37 => {
                // __Clause = Clause => ActionFn(0);
                let __sym0 = __pop_Variant2(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = super::__action0::<>(b, __sym0);
                return Some(Ok(__nt));
            }
            _ => panic!("invalid action code {__action}")
        };
        let __states_len = __states.len();
        __states.truncate(__states_len - __pop_states);
        let __state = *__states.last().unwrap();
        let __next_state = __goto(__state, __nonterminal);
        __states.push(__next_state);
        None
    }
    #[inline(never)]
    fn __symbol_type_mismatch() -> ! {
        panic!("symbol type mismatch")
    }
    fn __pop_Variant2<
    >(
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>
    ) -> (usize, (), usize)
     {
        match __symbols.pop() {
            Some((__l, __Symbol::Variant2(__v), __r)) => (__l, __v, __r),
            _ => __symbol_type_mismatch()
        }
    }
    fn __pop_Variant0<
    >(
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>
    ) -> (usize, Kind, usize)
     {
        match __symbols.pop() {
            Some((__l, __Symbol::Variant0(__v), __r)) => (__l, __v, __r),
            _ => __symbol_type_mismatch()
        }
    }
    fn __pop_Variant1<
    >(
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>
    ) -> (usize, usize, usize)
     {
        match __symbols.pop() {
            Some((__l, __Symbol::Variant1(__v), __r)) => (__l, __v, __r),
            _ => __symbol_type_mismatch()
        }
    }
    fn __reduce0<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // @L =  => ActionFn(37);
        let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
        let __end = __start.clone();
        let __nt = super::__action37::<>(b, &__start, &__end);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (0, 0)
    }
    fn __reduce1<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Argument = Item => ActionFn(12);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action12::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 1)
    }
    fn __reduce3<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Arguments = Argument => ActionFn(14);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action14::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (1, 2)
    }
    fn __reduce4<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Arguments = Arguments, ",", Argument => ActionFn(15);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant2(__symbols);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action15::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (3, 2)
    }
    fn __reduce6<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Element = Item => ActionFn(18);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action18::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 4)
    }
    fn __reduce8<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // ElementRun = Item, Item => ActionFn(16);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action16::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 5)
    }
    fn __reduce9<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // ElementRun = ElementRun, Item => ActionFn(17);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action17::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 5)
    }
    fn __reduce10<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Elements = Element => ActionFn(20);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action20::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (1, 6)
    }
    fn __reduce11<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Elements = Elements, ",", Element => ActionFn(21);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant2(__symbols);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action21::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (3, 6)
    }
    fn __reduce12<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = Item => ActionFn(2);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action2::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (1, 7)
    }
    fn __reduce13<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = "," => ActionFn(38);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action38::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (1, 7)
    }
    fn __reduce14<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = "|" => ActionFn(39);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action39::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (1, 7)
    }
    fn __reduce15<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = Inner, Item => ActionFn(5);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action5::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 7)
    }
    fn __reduce16<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = Inner, "," => ActionFn(40);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action40::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 7)
    }
    fn __reduce17<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = Inner, "|" => ActionFn(41);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action41::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 7)
    }
    fn __reduce18<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = name => ActionFn(42);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action42::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 8)
    }
    fn __reduce23<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = variable => ActionFn(47);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action47::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 8)
    }
    fn __reduce26<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "[", "]" => ActionFn(50);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action50::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (2, 8)
    }
    fn __reduce27<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "[", Elements, "]" => ActionFn(51);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant0(__symbols);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action51::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (3, 8)
    }
    fn __reduce28<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "[", Elements, "|", Element, "]" => ActionFn(52);
        assert!(__symbols.len() >= 5);
        let __sym4 = __pop_Variant0(__symbols);
        let __sym3 = __pop_Variant2(__symbols);
        let __sym2 = __pop_Variant0(__symbols);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym4.2.clone();
        let __nt = super::__action52::<>(b, __sym0, __sym1, __sym2, __sym3, __sym4);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (5, 8)
    }
    fn __reduce30<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "{", "}" => ActionFn(54);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action54::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (2, 8)
    }
    fn __reduce32<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run = Item, Item => ActionFn(8);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action8::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 9)
    }
    fn __reduce33<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run = Item, "|" => ActionFn(56);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action56::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 9)
    }
    fn __reduce34<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run = Run, Item => ActionFn(10);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action10::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 9)
    }
    fn __reduce35<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run = Run, "|" => ActionFn(57);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action57::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant1(__nt), __end));
        (2, 9)
    }
    fn __reduce36<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Tag = dict => ActionFn(58);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action58::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 10)
    }
}
#[allow(unused_imports)]
pub use self::__parse__Clause::ClauseParser;

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action0<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
)
{
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action1<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.clause(n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action2<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
) -> usize
{
    1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action3<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.comma(at); 1 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action4<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.bar(at); 1 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action5<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    n + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action6<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.comma(at); n + 1 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action7<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.bar(at); n + 1 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action8<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
    (_, __1, _): (usize, (), usize),
) -> usize
{
    2
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action9<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, _, _): (usize, (), usize),
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.bar(at); 2 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action10<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    n + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action11<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> usize
{
    { b.bar(at); n + 1 }
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action12<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
)
{
    b.only()
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action13<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.resolve(n, b.most_of_argument()).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action14<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
) -> usize
{
    1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action15<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    n + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action16<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
    (_, __1, _): (usize, (), usize),
) -> usize
{
    2
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action17<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    n + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action18<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
)
{
    b.only()
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action19<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.resolve(n, b.most_of_argument()).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action20<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
) -> usize
{
    1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action21<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    n + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action22<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.tag(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action23<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.name(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action24<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.compound(at, 0, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action25<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.compound(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action26<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.dict(at, 0, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action27<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.dict(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action28<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.variable(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action29<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.literal(at).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action30<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.parenthesized(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action31<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.empty_list(at, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action32<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.list(at, n, false, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action33<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, _, _): (usize, (), usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.list(at, n, true, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action34<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.quotation(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action35<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
)
{
    b.empty_curly(at, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action36<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    b.curly(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::needless_lifetimes)]
fn __action37<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __lookbehind: &usize,
    __lookahead: &usize,
) -> usize
{
    *__lookahead
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action38<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action3(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action39<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action4(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action40<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
    __1: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action6(
        b,
        __0,
        __temp0,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action41<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
    __1: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action7(
        b,
        __0,
        __temp0,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action42<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action23(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action43<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action24(
        b,
        __temp0,
        __0,
        __temp1,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action44<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action25(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action45<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, (), usize),
    __1: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action26(
        b,
        __temp0,
        __0,
        __temp1,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action46<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, (), usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action27(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action47<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action28(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action48<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action29(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action49<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action30(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action50<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action31(
        b,
        __temp0,
        __0,
        __temp1,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action51<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action32(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action52<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
    __3: (usize, (), usize),
    __4: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __3.2.clone();
    let __end1 = __4.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action33(
        b,
        __temp0,
        __0,
        __1,
        __2,
        __3,
        __temp1,
        __4,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action53<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action34(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action54<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action35(
        b,
        __temp0,
        __0,
        __temp1,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action55<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
    __1: (usize, usize, usize),
    __2: (usize, Kind, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,Kind,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action37(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action36(
        b,
        __temp0,
        __0,
        __1,
        __temp1,
        __2,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action56<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, (), usize),
    __1: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action9(
        b,
        __0,
        __temp0,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action57<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
    __1: (usize, Kind, usize),
) -> usize
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action11(
        b,
        __0,
        __temp0,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action58<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, Kind, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action37(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action22(
        b,
        __temp0,
        __0,
    )
}

#[allow(clippy::type_complexity, dead_code)]
pub trait __ToTriple<'a, 'b, >
{
    fn to_triple(self) -> Result<(usize,Kind,usize), __lalrpop_util::ParseError<usize, Kind, SyntaxFault>>;
}

impl<'a, 'b, > __ToTriple<'a, 'b, > for (usize, Kind, usize)
{
    fn to_triple(self) -> Result<(usize,Kind,usize), __lalrpop_util::ParseError<usize, Kind, SyntaxFault>> {
        Ok(self)
    }
}
impl<'a, 'b, > __ToTriple<'a, 'b, > for Result<(usize, Kind, usize), SyntaxFault>
{
    fn to_triple(self) -> Result<(usize,Kind,usize), __lalrpop_util::ParseError<usize, Kind, SyntaxFault>> {
        self.map_err(|error| __lalrpop_util::ParseError::User { error })
    }
}
