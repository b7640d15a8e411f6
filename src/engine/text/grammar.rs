// Made by LALRPOP from grammar.lalrpop, whose hash is 5030ed6569150c9d.
use lalrpop_util::ParseError;
use crate::text::builder::AstBuilder;
use crate::text::error::SyntaxFault;
use crate::text::token::{GrammarTerminal, Kind};
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
    use crate::text::token::{GrammarTerminal, Kind};
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
        Variant0(usize),
        Variant1(GrammarTerminal),
        Variant2(()),
    }
    const __ACTION: &[i8] = &[
        // State 0
        27, 24, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 23, 25,
        // State 1
        27, 24, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 23, 25,
        // State 2
        36, 34, 8, 26, 4, 0, 5, 0, 6, 35, 7, 0, 0, 0,
        // State 3
        27, 24, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 23, 25,
        // State 4
        36, 42, 8, 26, 4, 0, 5, 41, 6, 0, 7, 0, 0, 0,
        // State 5
        27, 24, 8, 26, 4, 0, 5, 0, 6, 43, 7, 0, 23, 25,
        // State 6
        27, 24, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 23, 25,
        // State 7
        36, 34, 8, 26, 4, 45, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 8
        36, 49, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 9
        36, 51, 8, 26, 4, -9, 5, 0, 6, -9, 7, 0, -9, 52,
        // State 10
        27, 24, 8, 26, 4, 53, 5, 0, 6, 0, 7, 0, 23, 25,
        // State 11
        36, 57, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 12
        36, 59, 8, 26, 4, 0, 5, -10, 6, 0, 7, 0, -10, -10,
        // State 13
        27, 24, 8, 26, 4, 0, 5, 0, 6, 60, 7, 0, 23, 25,
        // State 14
        27, 24, 8, 26, 4, 0, 5, 0, 6, 0, 7, 61, 23, 25,
        // State 15
        36, 64, 8, 26, 4, -9, 5, 0, 6, -9, 7, 0, -9, 52,
        // State 16
        36, 0, 8, 26, 4, 0, 5, 0, 6, 0, 7, 0, 0, 0,
        // State 17
        36, 67, 8, 26, 4, 0, 5, -10, 6, 0, 7, 0, -10, -10,
        // State 18
        36, 0, 8, 26, 4, 0, 5, -10, 6, 0, 7, 0, 0, 0,
        // State 19
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        // State 20
        -38, -38, -38, -38, -38, -38, -38, 0, -38, -38, -38, -38, -38, -38,
        // State 21
        -23, -23, -23, -23, -23, -23, -23, 0, -23, -23, -23, -23, -23, -23,
        // State 22
        -41, -41, -41, -41, -41, -41, -41, 0, -41, -41, -41, -41, -41, -41,
        // State 23
        -40, -40, -40, -40, -40, -40, -40, 0, -40, -40, -40, -40, -40, -40,
        // State 24
        -42, -42, -42, -42, -42, -42, -42, 0, -42, -42, -42, -42, -42, -42,
        // State 25
        -48, -48, -48, -48, -48, 0, -48, 0, -48, -48, -48, 0, 0, 0,
        // State 26
        -39, -39, -39, -39, -39, -39, -39, 0, -39, -39, -39, -39, -39, -39,
        // State 27
        -24, -24, -24, -24, -24, -24, -24, 0, -24, -24, -24, -24, -24, -24,
        // State 28
        0, 0, 0, 0, 0, -6, 0, 0, 0, -6, 0, 0, 0, 0,
        // State 29
        0, 0, 0, 0, 0, 0, 0, 0, 0, 46, 0, 0, 0, 0,
        // State 30
        0, 0, 0, 0, 0, -2, 0, 0, 0, -2, 0, 0, 47, 0,
        // State 31
        -36, -36, -36, -36, -36, -36, -36, -36, -36, -36, -36, 0, -36, -36,
        // State 32
        -43, -43, -43, -43, -43, -43, -43, 0, -43, -43, -43, 0, -43, -43,
        // State 33
        -11, -11, -11, -11, -11, 0, -11, 0, -11, 0, -11, 0, 0, 0,
        // State 34
        -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27, -27,
        // State 35
        -37, -37, -37, -37, -37, -37, -37, -37, -37, -37, -37, 0, -37, -37,
        // State 36
        0, 0, 0, 0, 0, 0, 0, -8, 0, 0, 0, 0, 0, -8,
        // State 37
        0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 0, 0, 17,
        // State 38
        0, 0, 0, 0, 0, 0, 0, -4, 0, 0, 0, 0, 55, -4,
        // State 39
        -46, -46, -46, -46, -46, 0, -46, -46, -46, 0, -46, 0, -46, -46,
        // State 40
        -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30, -30,
        // State 41
        -17, -17, -17, -17, -17, 0, -17, 0, -17, 0, -17, 0, 0, 0,
        // State 42
        -34, -34, -34, -34, -34, -34, -34, -34, -34, -34, -34, -34, -34, -34,
        // State 43
        0, 0, 0, 0, 0, 62, 0, 0, 0, 0, 0, 0, 0, 0,
        // State 44
        -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25, -25,
        // State 45
        -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28, -28,
        // State 46
        -13, -13, -13, -13, -13, 0, -13, 0, -13, 0, -13, 0, 0, 0,
        // State 47
        0, 0, 0, 0, 0, -3, 0, 0, 0, -3, 0, 0, 63, 0,
        // State 48
        -14, -14, -14, -14, -14, 0, -14, 0, -14, 0, -14, 0, 0, 0,
        // State 49
        -44, -44, -44, -44, -44, -44, -44, 0, -44, -44, -44, 0, -44, -44,
        // State 50
        -12, -12, -12, -12, -12, 0, -12, 0, -12, 0, -12, 0, 0, 0,
        // State 51
        -45, -45, -45, -45, -45, -45, -45, 0, -45, -45, -45, 0, -45, -45,
        // State 52
        -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29, -29,
        // State 53
        -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31, -31,
        // State 54
        -19, -19, -19, -19, -19, 0, -19, 0, -19, 0, -19, 0, 0, 0,
        // State 55
        0, 0, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0, 66, -5,
        // State 56
        -20, -20, -20, -20, -20, 0, -20, 0, -20, 0, -20, 0, 0, 0,
        // State 57
        -47, -47, -47, -47, -47, 0, -47, -47, -47, 0, -47, 0, -47, -47,
        // State 58
        -18, -18, -18, -18, -18, 0, -18, 0, -18, 0, -18, 0, 0, 0,
        // State 59
        -35, -35, -35, -35, -35, -35, -35, -35, -35, -35, -35, -35, -35, -35,
        // State 60
        -33, -33, -33, -33, -33, -33, -33, -33, -33, -33, -33, -33, -33, -33,
        // State 61
        -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26, -26,
        // State 62
        -16, -16, -16, -16, -16, 0, -16, 0, -16, 0, -16, 0, 0, 0,
        // State 63
        -15, -15, -15, -15, -15, 0, -15, 0, -15, 0, -15, 0, 0, 0,
        // State 64
        0, 0, 0, 0, 0, 0, 0, 68, 0, 0, 0, 0, 0, 0,
        // State 65
        -22, -22, -22, -22, -22, 0, -22, 0, -22, 0, -22, 0, 0, 0,
        // State 66
        -21, -21, -21, -21, -21, 0, -21, 0, -21, 0, -21, 0, 0, 0,
        // State 67
        -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32, -32,
    ];
    fn __action(state: i8, integer: usize) -> i8 {
        __ACTION[(state as usize) * 14 + integer]
    }
    const __EOF_ACTION: &[i8] = &[
        // State 0
        0,
        // State 1
        -7,
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
        0,
        // State 19
        -49,
        // State 20
        -38,
        // State 21
        -23,
        // State 22
        -41,
        // State 23
        -40,
        // State 24
        -42,
        // State 25
        0,
        // State 26
        -39,
        // State 27
        -24,
        // State 28
        0,
        // State 29
        0,
        // State 30
        0,
        // State 31
        0,
        // State 32
        0,
        // State 33
        0,
        // State 34
        -27,
        // State 35
        0,
        // State 36
        0,
        // State 37
        0,
        // State 38
        0,
        // State 39
        0,
        // State 40
        -30,
        // State 41
        0,
        // State 42
        -34,
        // State 43
        0,
        // State 44
        -25,
        // State 45
        -28,
        // State 46
        0,
        // State 47
        0,
        // State 48
        0,
        // State 49
        0,
        // State 50
        0,
        // State 51
        0,
        // State 52
        -29,
        // State 53
        -31,
        // State 54
        0,
        // State 55
        0,
        // State 56
        0,
        // State 57
        0,
        // State 58
        0,
        // State 59
        -35,
        // State 60
        -33,
        // State 61
        -26,
        // State 62
        0,
        // State 63
        0,
        // State 64
        0,
        // State 65
        0,
        // State 66
        0,
        // State 67
        -32,
    ];
    fn __goto(state: i8, nt: usize) -> i8 {
        match nt {
            1 => 28,
            2 => 36,
            3 => match state {
                7 => 43,
                _ => 29,
            },
            4 => 19,
            5 => 37,
            6 => match state {
                8 => 47,
                _ => 30,
            },
            7 => match state {
                11 => 55,
                16 => 64,
                _ => 38,
            },
            8 => 8,
            9 => 11,
            10 => match state {
                3 => 10,
                5 => 13,
                6 => 14,
                _ => 1,
            },
            11 => match state {
                2 | 4 | 7..=9 | 11..=12 | 15..=18 => 31,
                _ => 20,
            },
            12 => match state {
                2 | 7..=8 => 32,
                9 | 15 => 49,
                12 | 17..=18 => 57,
                _ => 39,
            },
            13 => match state {
                1 | 10 | 13..=14 => 27,
                _ => 21,
            },
            14 => match state {
                8 => 15,
                _ => 9,
            },
            15 => match state {
                11 => 17,
                16 => 18,
                _ => 12,
            },
            16 => 2,
            _ => 0,
        }
    }
    #[allow(clippy::needless_raw_string_hashes)]
    const __TERMINAL: &[&str] = &[
        r###"items"###,
        r###""items,""###,
        r###"functor"###,
        r###"dict"###,
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
        type Token = GrammarTerminal;
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
            __action(state, 14 - 1)
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
        __token: &GrammarTerminal,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> Option<usize>
    {
        #[warn(unused_variables)]
        match __token {
            GrammarTerminal::Items(_) if true => Some(0),
            GrammarTerminal::ItemsComma(_) if true => Some(1),
            GrammarTerminal::Alone(Kind::Functor) if true => Some(2),
            GrammarTerminal::Alone(Kind::Dict) if true => Some(3),
            GrammarTerminal::Alone(Kind::Open) if true => Some(4),
            GrammarTerminal::Alone(Kind::Close) if true => Some(5),
            GrammarTerminal::Alone(Kind::OpenList) if true => Some(6),
            GrammarTerminal::Alone(Kind::CloseList) if true => Some(7),
            GrammarTerminal::Alone(Kind::OpenCurly) if true => Some(8),
            GrammarTerminal::Alone(Kind::CloseCurly) if true => Some(9),
            GrammarTerminal::Alone(Kind::OpenQuotation) if true => Some(10),
            GrammarTerminal::Alone(Kind::Quotation) if true => Some(11),
            GrammarTerminal::Alone(Kind::Comma) if true => Some(12),
            GrammarTerminal::Alone(Kind::Bar) if true => Some(13),
            _ => None,
        }
    }
    fn __token_to_symbol<
        'a,
        'b,
    >(
        __token_index: usize,
        __token: GrammarTerminal,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> __Symbol<>
    {
        #[allow(clippy::manual_range_patterns)]match __token_index {
            0 | 1 => match __token {
                GrammarTerminal::Items(__tok0) | GrammarTerminal::ItemsComma(__tok0) if true => __Symbol::Variant0(__tok0),
                _ => unreachable!(),
            },
            2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 => __Symbol::Variant1(__token),
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
                    states_to_pop: 2,
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
                    states_to_pop: 2,
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
                    nonterminal_produced: 5,
                }
            }
            8 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 6,
                }
            }
            9 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 7,
                }
            }
            10 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 8,
                }
            }
            11 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            12 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            13 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 8,
                }
            }
            14 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            15 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 8,
                }
            }
            16 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 9,
                }
            }
            17 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            18 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            19 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 9,
                }
            }
            20 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 9,
                }
            }
            21 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 9,
                }
            }
            22 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 10,
                }
            }
            23 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 10,
                }
            }
            24 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 11,
                }
            }
            25 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            26 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 11,
                }
            }
            27 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            28 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            29 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 11,
                }
            }
            30 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            31 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 5,
                    nonterminal_produced: 11,
                }
            }
            32 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            33 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 11,
                }
            }
            34 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 3,
                    nonterminal_produced: 11,
                }
            }
            35 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 12,
                }
            }
            36 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 12,
                }
            }
            37 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 13,
                }
            }
            38 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 13,
                }
            }
            39 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 13,
                }
            }
            40 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 13,
                }
            }
            41 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 13,
                }
            }
            42 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 14,
                }
            }
            43 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 14,
                }
            }
            44 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 14,
                }
            }
            45 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 15,
                }
            }
            46 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 2,
                    nonterminal_produced: 15,
                }
            }
            47 => {
                __state_machine::SimulatedReduce::Reduce {
                    states_to_pop: 1,
                    nonterminal_produced: 16,
                }
            }
            48 => __state_machine::SimulatedReduce::Accept,
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
        ) -> Result<(), __lalrpop_util::ParseError<usize, GrammarTerminal, SyntaxFault>>
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
    ) -> Option<Result<(),__lalrpop_util::ParseError<usize, GrammarTerminal, SyntaxFault>>>
    {
        let (__pop_states, __nonterminal) = match __action {
            0 => {
                __reduce0(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            1 => {
                __reduce1(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            2 => {
                __reduce2(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            3 => {
                __reduce3(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            4 => {
                __reduce4(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            5 => {
                __reduce5(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            6 => {
                // Clause = Inner => ActionFn(1);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action1::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 4)
            }
            7 => {
                __reduce7(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            8 => {
                // Ended<"argument"> = Run<"argument"> => ActionFn(37);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action37::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 6)
            }
            9 => {
                // Ended<"element"> = Run<"element"> => ActionFn(25);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action25::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (1, 7)
            }
            10 => {
                // Heads<"argument"> = "items," => ActionFn(49);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action49::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (1, 8)
            }
            11 => {
                // Heads<"argument"> = Run<"argument">, "items," => ActionFn(50);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action50::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (2, 8)
            }
            12 => {
                __reduce12(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            13 => {
                // Heads<"argument"> = Heads<"argument">, "items," => ActionFn(51);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action51::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (2, 8)
            }
            14 => {
                // Heads<"argument"> = Heads<"argument">, Run<"argument">, "items," => ActionFn(52);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action52::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (3, 8)
            }
            15 => {
                __reduce15(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            16 => {
                // Heads<"element"> = "items," => ActionFn(53);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action53::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (1, 9)
            }
            17 => {
                // Heads<"element"> = Run<"element">, "items," => ActionFn(54);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action54::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (2, 9)
            }
            18 => {
                __reduce18(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            19 => {
                // Heads<"element"> = Heads<"element">, "items," => ActionFn(55);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action55::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (2, 9)
            }
            20 => {
                // Heads<"element"> = Heads<"element">, Run<"element">, "items," => ActionFn(56);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant0(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action56::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (3, 9)
            }
            21 => {
                __reduce21(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            22 => {
                __reduce22(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            23 => {
                __reduce23(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            24 => {
                // Item = functor, ")" => ActionFn(57);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action57::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (2, 11)
            }
            25 => {
                // Item = functor, Arguments, ")" => ActionFn(58);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant1(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action58::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 11)
            }
            26 => {
                // Item = Tag, "}" => ActionFn(59);
                assert!(__symbols.len() >= 2);
                let __sym1 = __pop_Variant1(__symbols);
                let __sym0 = __pop_Variant2(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym1.2.clone();
                let __nt = match super::__action59::<>(b, __sym0, __sym1) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (2, 11)
            }
            27 => {
                // Item = Tag, Arguments, "}" => ActionFn(60);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant1(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant2(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action60::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 11)
            }
            28 => {
                // Item = "(", Inner, ")" => ActionFn(61);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant1(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action61::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 11)
            }
            29 => {
                __reduce29(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            30 => {
                __reduce30(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            31 => {
                __reduce31(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            32 => {
                // Item = "{|", Inner, quotation => ActionFn(65);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant1(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action65::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 11)
            }
            33 => {
                __reduce33(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            34 => {
                // Item = "{", Inner, "}" => ActionFn(67);
                assert!(__symbols.len() >= 3);
                let __sym2 = __pop_Variant1(__symbols);
                let __sym1 = __pop_Variant0(__symbols);
                let __sym0 = __pop_Variant1(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym2.2.clone();
                let __nt = match super::__action67::<>(b, __sym0, __sym1, __sym2) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant2(__nt), __end));
                (3, 11)
            }
            35 => {
                __reduce35(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            36 => {
                // Part = items => ActionFn(68);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action68::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (1, 12)
            }
            37 => {
                __reduce37(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            38 => {
                // Piece = items => ActionFn(69);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action69::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (1, 13)
            }
            39 => {
                // Piece = "items," => ActionFn(70);
                let __sym0 = __pop_Variant0(__symbols);
                let __start = __sym0.0.clone();
                let __end = __sym0.2.clone();
                let __nt = match super::__action70::<>(b, __sym0) {
                    Ok(v) => v,
                    Err(e) => return Some(Err(e)),
                };
                __symbols.push((__start, __Symbol::Variant0(__nt), __end));
                (1, 13)
            }
            40 => {
                __reduce40(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            41 => {
                __reduce41(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            42 => {
                __reduce42(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            43 => {
                __reduce43(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            44 => {
                __reduce44(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            45 => {
                __reduce45(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            46 => {
                __reduce46(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            47 => {
                __reduce47(b, __lookahead_start, __symbols, core::marker::PhantomData::<(&(), &())>)
            }
            48 => {
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
    fn __pop_Variant1<
    >(
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>
    ) -> (usize, GrammarTerminal, usize)
     {
        match __symbols.pop() {
            Some((__l, __Symbol::Variant1(__v), __r)) => (__l, __v, __r),
            _ => __symbol_type_mismatch()
        }
    }
    fn __pop_Variant0<
    >(
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>
    ) -> (usize, usize, usize)
     {
        match __symbols.pop() {
            Some((__l, __Symbol::Variant0(__v), __r)) => (__l, __v, __r),
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
        // @L =  => ActionFn(30);
        let __start = __lookahead_start.cloned().or_else(|| __symbols.last().map(|s| s.2.clone())).unwrap_or_default();
        let __end = __start.clone();
        let __nt = super::__action30::<>(b, &__start, &__end);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
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
        // All<"argument"> = Ended<"argument"> => ActionFn(28);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action28::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 1)
    }
    fn __reduce2<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // All<"argument"> = Heads<"argument">, Ended<"argument"> => ActionFn(29);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action29::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 1)
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
        // All<"element"> = Ended<"element"> => ActionFn(26);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action26::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
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
        // All<"element"> = Heads<"element">, Ended<"element"> => ActionFn(27);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action27::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 2)
    }
    fn __reduce5<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Arguments = All<"argument"> => ActionFn(11);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action11::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 3)
    }
    fn __reduce7<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Elements = All<"element"> => ActionFn(12);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action12::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 5)
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
        // Heads<"argument"> = Ended<"argument">, "," => ActionFn(33);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action33::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 8)
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
        // Heads<"argument"> = Heads<"argument">, Ended<"argument">, "," => ActionFn(36);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant1(__symbols);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action36::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (3, 8)
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
        // Heads<"element"> = Ended<"element">, "," => ActionFn(40);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action40::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 9)
    }
    fn __reduce21<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Heads<"element"> = Heads<"element">, Ended<"element">, "," => ActionFn(43);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant1(__symbols);
        let __sym1 = __pop_Variant2(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action43::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (3, 9)
    }
    fn __reduce22<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Inner = Piece => ActionFn(7);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action7::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 10)
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
        // Inner = Inner, Piece => ActionFn(8);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action8::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 10)
    }
    fn __reduce29<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "[", "]" => ActionFn(62);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action62::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (2, 11)
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
        // Item = "[", Elements, "]" => ActionFn(63);
        assert!(__symbols.len() >= 3);
        let __sym2 = __pop_Variant1(__symbols);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym2.2.clone();
        let __nt = super::__action63::<>(b, __sym0, __sym1, __sym2);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (3, 11)
    }
    fn __reduce31<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Item = "[", Elements, "|", Ended<"element">, "]" => ActionFn(64);
        assert!(__symbols.len() >= 5);
        let __sym4 = __pop_Variant1(__symbols);
        let __sym3 = __pop_Variant2(__symbols);
        let __sym2 = __pop_Variant1(__symbols);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym4.2.clone();
        let __nt = super::__action64::<>(b, __sym0, __sym1, __sym2, __sym3, __sym4);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (5, 11)
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
        // Item = "{", "}" => ActionFn(66);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action66::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (2, 11)
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
        // Part = Item => ActionFn(9);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action9::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 12)
    }
    fn __reduce37<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Piece = Item => ActionFn(2);
        let __sym0 = __pop_Variant2(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action2::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 13)
    }
    fn __reduce40<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Piece = "," => ActionFn(71);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action71::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 13)
    }
    fn __reduce41<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Piece = "|" => ActionFn(72);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action72::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 13)
    }
    fn __reduce42<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run<"argument"> = Part => ActionFn(46);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action46::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 14)
    }
    fn __reduce43<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run<"argument"> = Run<"argument">, Part => ActionFn(47);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action47::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 14)
    }
    fn __reduce44<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run<"argument"> = Run<"argument">, "|" => ActionFn(73);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant1(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action73::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 14)
    }
    fn __reduce45<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run<"element"> = Part => ActionFn(44);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action44::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (1, 15)
    }
    fn __reduce46<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Run<"element"> = Run<"element">, Part => ActionFn(45);
        assert!(__symbols.len() >= 2);
        let __sym1 = __pop_Variant0(__symbols);
        let __sym0 = __pop_Variant0(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym1.2.clone();
        let __nt = super::__action45::<>(b, __sym0, __sym1);
        __symbols.push((__start, __Symbol::Variant0(__nt), __end));
        (2, 15)
    }
    fn __reduce47<
        'a,
        'b,
    >(
        b: &'a mut AstBuilder<'b>,
        __lookahead_start: Option<&usize>,
        __symbols: &mut alloc::vec::Vec<(usize,__Symbol<>,usize)>,
        _: core::marker::PhantomData<(&'a (), &'b ())>,
    ) -> (usize, usize)
    {
        // Tag = dict => ActionFn(74);
        let __sym0 = __pop_Variant1(__symbols);
        let __start = __sym0.0.clone();
        let __end = __sym0.2.clone();
        let __nt = super::__action74::<>(b, __sym0);
        __symbols.push((__start, __Symbol::Variant2(__nt), __end));
        (1, 16)
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
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
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
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.items(at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action4<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.items_comma(at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action5<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> usize
{
    b.comma(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action6<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> usize
{
    b.bar(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action7<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, usize, usize),
) -> usize
{
    __0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action8<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, m, _): (usize, usize, usize),
) -> usize
{
    n + m
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action9<
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
fn __action10<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.items(at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action11<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, usize, usize),
) -> usize
{
    __0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action12<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, usize, usize),
) -> usize
{
    __0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action13<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
)
{
    b.tag(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action14<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.compound(at, 0, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action15<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.compound(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action16<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.dict(at, 0, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action17<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.dict(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action18<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.parenthesized(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action19<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
)
{
    b.empty_list(at, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action20<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
)
{
    b.list(at, n, false, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action21<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, _, _): (usize, (), usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
)
{
    b.list(at, n, true, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action22<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.quotation(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action23<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
)
{
    b.empty_curly(at, end)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action24<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
    (_, n, _): (usize, usize, usize),
    (_, end, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.curly(at, n, end).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action25<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.argument(n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action26<
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
fn __action27<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    h + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action28<
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
fn __action29<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
) -> usize
{
    h + 1
}

#[allow(unused_variables)]
#[allow(clippy::needless_lifetimes)]
fn __action30<
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
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action31<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(0, at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action32<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(n, at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action33<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
    (_, __1, _): (usize, GrammarTerminal, usize),
) -> usize
{
    1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action34<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(0, at, k).map(|n| h + n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action35<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(n, at, k).map(|n| h + n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action36<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> usize
{
    h + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action37<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.argument(n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action38<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(0, at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action39<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(n, at, k).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action40<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, (), usize),
    (_, __1, _): (usize, GrammarTerminal, usize),
) -> usize
{
    1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action41<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(0, at, k).map(|n| h + n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action42<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, k, _): (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    b.ended(n, at, k).map(|n| h + n).map_err(|error| ParseError::User { error })
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action43<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, h, _): (usize, usize, usize),
    (_, _, _): (usize, (), usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> usize
{
    h + 1
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action44<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, usize, usize),
) -> usize
{
    __0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action45<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, m, _): (usize, usize, usize),
) -> usize
{
    n + m
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action46<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, __0, _): (usize, usize, usize),
) -> usize
{
    __0
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action47<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, m, _): (usize, usize, usize),
) -> usize
{
    n + m
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes, clippy::just_underscores_and_digits, clippy::extra_unused_type_parameters)]
fn __action48<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    (_, n, _): (usize, usize, usize),
    (_, at, _): (usize, usize, usize),
    (_, _, _): (usize, GrammarTerminal, usize),
) -> usize
{
    n + b.bar(at)
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action49<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action31(
        b,
        __temp0,
        __0,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action32(
        b,
        __0,
        __temp0,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action34(
        b,
        __0,
        __temp0,
        __1,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
    __2: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __1.2.clone();
    let __end0 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action35(
        b,
        __0,
        __1,
        __temp0,
        __2,
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
    __0: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action38(
        b,
        __temp0,
        __0,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action39(
        b,
        __0,
        __temp0,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action41(
        b,
        __0,
        __temp0,
        __1,
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
    __0: (usize, usize, usize),
    __1: (usize, usize, usize),
    __2: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __1.2.clone();
    let __end0 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action42(
        b,
        __0,
        __1,
        __temp0,
        __2,
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
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action14(
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
fn __action58<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action15(
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
fn __action59<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, (), usize),
    __1: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action16(
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
fn __action60<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, (), usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action17(
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
fn __action61<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action18(
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
fn __action62<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, GrammarTerminal, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action19(
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
fn __action63<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action20(
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
fn __action64<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
    __3: (usize, (), usize),
    __4: (usize, GrammarTerminal, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __3.2.clone();
    let __end1 = __4.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action21(
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
fn __action65<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action22(
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
fn __action66<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, GrammarTerminal, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __0.2.clone();
    let __end1 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action23(
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
fn __action67<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
    __1: (usize, usize, usize),
    __2: (usize, GrammarTerminal, usize),
) -> Result<(),__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __start1 = __1.2.clone();
    let __end1 = __2.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    let __temp1 = __action30(
        b,
        &__start1,
        &__end1,
    );
    let __temp1 = (__start1, __temp1, __end1);
    __action24(
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
fn __action68<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action10(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action69<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
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
fn __action70<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
) -> Result<usize,__lalrpop_util::ParseError<usize,GrammarTerminal,SyntaxFault>>
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
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
fn __action71<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
) -> usize
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action5(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action72<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
) -> usize
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action6(
        b,
        __temp0,
        __0,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action73<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, usize, usize),
    __1: (usize, GrammarTerminal, usize),
) -> usize
{
    let __start0 = __0.2.clone();
    let __end0 = __1.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action48(
        b,
        __0,
        __temp0,
        __1,
    )
}

#[allow(unused_variables)]
#[allow(clippy::too_many_arguments, clippy::needless_lifetimes,
    clippy::just_underscores_and_digits, clippy::clone_on_copy, clippy::unit_arg)]
fn __action74<
    'a,
    'b,
>(
    b: &'a mut AstBuilder<'b>,
    __0: (usize, GrammarTerminal, usize),
)
{
    let __start0 = __0.0.clone();
    let __end0 = __0.0.clone();
    let __temp0 = __action30(
        b,
        &__start0,
        &__end0,
    );
    let __temp0 = (__start0, __temp0, __end0);
    __action13(
        b,
        __temp0,
        __0,
    )
}

#[allow(clippy::type_complexity, dead_code)]
pub trait __ToTriple<'a, 'b, >
{
    fn to_triple(self) -> Result<(usize,GrammarTerminal,usize), __lalrpop_util::ParseError<usize, GrammarTerminal, SyntaxFault>>;
}

impl<'a, 'b, > __ToTriple<'a, 'b, > for (usize, GrammarTerminal, usize)
{
    fn to_triple(self) -> Result<(usize,GrammarTerminal,usize), __lalrpop_util::ParseError<usize, GrammarTerminal, SyntaxFault>> {
        Ok(self)
    }
}
impl<'a, 'b, > __ToTriple<'a, 'b, > for Result<(usize, GrammarTerminal, usize), SyntaxFault>
{
    fn to_triple(self) -> Result<(usize,GrammarTerminal,usize), __lalrpop_util::ParseError<usize, GrammarTerminal, SyntaxFault>> {
        self.map_err(|error| __lalrpop_util::ParseError::User { error })
    }
}
