% Libraries that are not here. One of SWI-Prolog's becomes a module with its exports, whose predicates raise errors that say
% what is missing: a program that does not call them runs. exists_source/1 is false for it. Of other libraries is noted
% what was to be imported from them, so that errors can name them.

%! '$absent_library'(+Spec, -Library) is semidet.
%  Spec denotes a library of SWI-Prolog that is not here, and no file of the program's own.
'$absent_library'(Spec, Library) :-
    nonvar(Spec),
    Spec = library(Name0),
    ground(Name0),
    '$library_name'(Name0, Name),
    '$absent'(Name, _, _, _),
    !,
    \+ '$is_library'(Spec),
    \+ '$is_file_of'(Spec),
    Library = Name.

%! '$is_file_of'(+Spec) is semidet.
'$is_file_of'(Spec) :-
    '$allowed'(absolute_file_name(Spec, _, [file_type(prolog),access(read),file_errors(fail)])).

%! '$load_absent'(+Library) is det.
%  Makes the module of the library, unless it has been made. What the system has under the name of an export is that.
'$load_absent'(Library) :-
    '$absent'(Library, Module, Number, Exports),
    !,
    (   '$declared_module'(Module, _, _)
    ->  true
    ;   '$export_operators'(Exports),
        exclude('$is_operator', Exports, Others),
        findall(Name/Arity, ( member(Export, Others), '$plain_indicator'(Export, Name/Arity), functor(Head, Name, Arity),
                              \+ predicate_property(system:Head, defined) ), Indicators),
        assertz('$module':declared(Module, user, Indicators)),
        '$set_imports'(Module, [user]),
        forall(( member(Name/Arity, Indicators), functor(Head, Name, Arity) ),
               assertz(Module:(Head :- system:'$absent_call'(Library, Name/Arity)))),
        % Who can do without it need not be told each time.
        (   Number =< 1,
            \+ '$is_checking'
        ->  true
        ;   '$import_warning'(suspect(hint(absent(Library))))
        )
    ).

%! '$absent_module'(+File, -Module) is semidet.
%  Module is that of a library that is not here.
'$absent_module'(File, Module) :-
    '$absent_library'(File, Library),
    '$absent'(Library, Module, _, _),
    '$declared_module'(Module, user, _),
    !.

%! '$absent_call'(+Library, +Indicator) is erroneous.
'$absent_call'(Library, Indicator) :-
    '$absent'(Library, Module, _, _),
    '$absent_text'(Library, Text),
    atom_string(Note, Text),
    throw(error(existence_error(procedure, Module:Indicator), context(Module:Indicator, Note))).

%! '$absent_text'(+Library, -Text) is det.
'$absent_text'(Library, Text) :-
    '$absent'(Library, _, Number, _),
    '$absent_reason'(Number, Reason),
    !,
    '$text'("library(~w) is not in ferz: ~w", [Library,Reason], Text).

%! '$note_lacking'(+Spec, +Imports) is det.
%  Notes what was to be imported from a library, if there is none of that name.
'$note_lacking'(Spec, Imports) :-
    (   nonvar(Spec),
        Spec = library(Name),
        ground(Name),
        \+ '$if_known'('$module':lacks(Name, _)),
        \+ '$is_library'(Spec),
        \+ '$absent_library'(Spec, _),
        \+ '$is_file_of'(Spec)
    ->  assertz('$module':lacks(Name, Imports))
    ;   true
    ).

%! '$lacking'(+Predicate, -How) is semidet.
%  Predicate is undefined since a library is missing: How is of(Library) if that is known, else perhaps(Libraries).
'$lacking'(Predicate, How) :-
    nonvar(Predicate),
    ( Predicate = Module:Indicator -> true ; Predicate = Indicator, Module = user ),
    (   '$absent'(Library, Module, _, _)
    ->  '$declared_module'(Module, user, _),
        How = of(Library)
    ;   '$if_known'('$module':lacks(Name, Imports)),
        (   is_list(Imports),
            member(Import, Imports),
            ( nonvar(Import), Import = as(Old, New) -> Old = _/Arity, Indicator == New/Arity
            ; '$plain_indicator'(Import, Indicator) )
        ;   '$file_name'(Name, Path),
            file_base_name(Path, Module)
        )
    ->  How = of(Name)
    ;   findall(Name, '$if_known'('$module':lacks(Name, all)), Names),
        Names = [_|_],
        How = perhaps(Names)
    ).

%! '$lacking_hint'(+Certainty, +Predicate, -Hint) is semidet.
'$lacking_hint'(of, Predicate, Hint) :-
    '$lacking'(Predicate, of(Library)),
    \+ '$absent'(Library, _, _, _),
    '$text'("It is of library(~w), which is missing", [Library], Hint).
'$lacking_hint'(perhaps, Predicate, Hint) :-
    '$lacking'(Predicate, perhaps(Names)),
    findall(Text, ( member(Name, Names), '$text'("library(~w)", [Name], Text) ), Texts),
    '$joined'(Texts, Joined),
    '$text'("It may be of a library that is missing: ~w", [Joined], Hint).

%! '$absent_reason'(+Number, -Reason)
'$absent_reason'(0, "`ferz` edits lines itself").
'$absent_reason'(1, "threads have no consoles of their own; `library(thread)` has `threads/0`").
'$absent_reason'(2, "there is no window with menus").
'$absent_reason'(3, "a process with threads cannot be copied; `process_create/3` of `library(process)` starts programs").
'$absent_reason'(4, "the system's users, limits and log are not reached").
'$absent_reason'(5, "Python runs ferz, ferz does not run Python: load it from the package ferz of Python").
'$absent_reason'(6, "`Program::to_bytes` of ferz for Rust saves programs").
'$absent_reason'(7, "there is no server of prompts").
'$absent_reason'(8, "it is a client of servers of another kind").
'$absent_reason'(9, "`ferz doc` writes the documentation of programs").
'$absent_reason'(10, "it looks into SWI-Prolog itself").
'$absent_reason'(11, "it has not been written so far").

%! '$absent'(?Library, -Module, -Reason, -Exports) is nondet.
'$absent'(editline, editline, 0, [el_wrap/0,el_wrap/4,el_wrapped/1,el_unwrap/1,el_source/2,el_bind/2,el_addfn/4,
    el_cursor/2,el_line/2,el_insertstr/2,el_deletestr/2,el_history/2,el_history_events/2,el_add_history/2,
    el_write_history/2,el_read_history/2]).
'$absent'(readline, readline, 0, [rl_read_init_file/1,rl_add_history/1,rl_write_history/1,rl_read_history/1]).
'$absent'(threadutil, thread_util, 1, [thread_run_interactor/0,threads/0,join_threads/0,interactor/0,interactor/1,
    thread_has_console/0,attach_console/0,attach_console/1,tspy/1,tspy/2,tdebug/0,tdebug/1,tnodebug/0,tnodebug/1,
    tprofile/1,tbacktrace/1,tbacktrace/2]).
'$absent'(win_menu, win_menu, 2, [init_win_menus/0,win_menu/2,win_insert_menu/2,win_insert_menu_item/4]).
'$absent'(pce, pce, 2, [new/2,free/1,send/2,get/3,send/3,get/4,send/4,get/5,send/5,get/6,send/6,get/7,object/1,
    object/2,pce_method_implementation/2,in_pce_thread/1,in_pce_thread_sync/1,pce_dispatch/1,op(200,xfy,::),op(250,yfx,
    ?),op(990,xfx,:=),op(100,fx,@)]).
'$absent'(unix, unix, 3, [fork/1,exec/1,fork_exec/1,wait/2,kill/2,pipe/2,dup/2,detach_IO/0,detach_IO/1,environ/1]).
'$absent'(uid, uid, 4, [getuid/1,getgid/1,geteuid/1,getegid/1,getgroups/1,user_info/2,group_info/2,user_data/3,
    group_data/3,setuid/1,setgid/1,seteuid/1,setegid/1,set_user_and_group/1,set_user_and_group/2]).
'$absent'(rlimit, clib_rlimit, 4, [rlimit/3]).
'$absent'(syslog, syslog, 4, [openlog/3,syslog/2,syslog/3,closelog/0]).
'$absent'(janus, janus, 5, [py_version/0,py_call/1,py_call/2,py_call/3,py_iter/2,py_iter/3,py_setattr/3,
    py_is_object/1,py_is_dict/1,py_free/1,py_with_gil/1,py_gil_owner/1,py_func/3,py_func/4,py_dot/3,py_dot/4,values/3,
    keys/2,key/2,items/2,py_shell/0,py_pp/1,py_pp/2,py_pp/3,py_object_dir/2,py_object_dict/2,py_obj_dir/2,py_obj_dict/2,
    py_type/2,py_isinstance/2,py_module_exists/1,py_hasattr/2,py_import/2,py_module/2,py_initialize/3,py_lib_dirs/1,
    py_add_lib_dir/1,py_add_lib_dir/2,op(200,xfy,::),op(50,fx,#)]).
'$absent'(qsave, qsave, 6, [qsave_program/1,qsave_program/2]).
'$absent'(prolog_server, prolog_server, 7, [prolog_server/2]).
'$absent'(mqi, mqi, 7, [mqi_start/0,mqi_start/1,mqi_stop/1,mqi_version/2]).
'$absent'(pdt_console, pdt_console, 7, [pdt_install_console/0]).
'$absent'(sweep_link, sweep_link, 7, [write_sweep_module_location/0]).
'$absent'(redis, redis, 8, [redis_server/3,redis_connect/1,redis_connect/3,redis_disconnect/1,redis_disconnect/2,
    redis/1,redis/2,redis/3,redis_get_list/3,redis_get_list/4,redis_set_list/3,redis_get_hash/3,redis_set_hash/3,
    redis_scan/3,redis_sscan/4,redis_hscan/4,redis_zscan/4,redis_subscribe/4,redis_subscribe/2,redis_unsubscribe/2,
    redis_current_subscription/2,redis_write/2,redis_read/2,redis_array_dict/3,redis_property/2,redis_current_command/2,
    redis_current_command/3]).
'$absent'(redis_streams, redis_streams, 8, [xstream_set/3,xadd/4,xlisten/3,xlisten_group/5,xconsumer_stop/1]).
'$absent'(stomp, stomp, 8, [stomp_connection/5,stomp_connection/6,stomp_connection_property/2,
    stomp_destroy_connection/1,stomp_connect/1,stomp_connect/2,stomp_teardown/1,stomp_reconnect/1,stomp_send/4,
    stomp_send_json/4,stomp_subscribe/4,stomp_unsubscribe/2,stomp_ack/2,stomp_nack/2,stomp_ack/3,stomp_nack/3,
    stomp_transaction/2,stomp_disconnect/2,stomp_begin/2,stomp_commit/2,stomp_abort/2,stomp_setup/2]).
'$absent'(paxos, paxos, 8, [paxos_get/1,paxos_get/2,paxos_get/3,paxos_set/1,paxos_set/2,paxos_set/3,
    paxos_on_change/2,paxos_on_change/3,paxos_initialize/1,paxos_admin_key/2,paxos_property/1,paxos_quorum_ask/4,
    paxos_replicate_key/3]).
'$absent'(tipc/tipc, tipc, 8, [tipc_socket/2,tipc_close_socket/1,tipc_setopt/2,tipc_bind/3,tipc_listen/2,
    tipc_accept/3,tipc_open_socket/3,tipc_get_name/2,tipc_get_peer_name/2,tipc_connect/2,tipc_receive/4,tipc_send/4,
    tipc_canonical_address/2,tipc_service_probe/1,tipc_service_probe/2,tipc_service_port_monitor/2,
    tipc_service_port_monitor/3,tipc_service_exists/1,tipc_service_exists/2,tipc_initialize/0]).
'$absent'(tipc/tipc_broadcast, tipc_broadcast, 8, [tipc_host_to_address/2,tipc_initialize/0]).
'$absent'(tipc/tipc_linda, tipc_linda, 8, [linda/0,linda/1,linda_client/1,close_client/0,linda_timeout/1,
    linda_timeout/2,out/1,in/1,in_noblock/1,in/2,rd/1,rd_noblock/1,rd/2,bagof_rd_noblock/3,bagof_in_noblock/3,
    linda_eval/1,linda_eval/2,linda_eval_detached/1,linda_eval_detached/2,tuple/1,tuple/2,tipc_linda_server/0,
    tipc_initialize/0]).
'$absent'(tipc/tipc_paxos, tipc_paxos, 8, [tipc_paxos_get/1,tipc_paxos_get/2,tipc_paxos_set/1,tipc_paxos_set/2,
    tipc_paxos_on_change/2,tipc_initialize/0]).
'$absent'(udp_broadcast, udp_broadcast, 8, [udp_broadcast_initialize/2,udp_broadcast_close/1,udp_peer_add/2,
    udp_peer_del/2,udp_peer/2]).
'$absent'(bdb, bdb, 8, [bdb_open/4,bdb_close/1,bdb_put/3,bdb_del/3,bdb_getall/3,bdb_get/3,bdb_enum/3,bdb_init/1,
    bdb_init/2,bdb_close_environment/1,bdb_transaction/1,bdb_transaction/2,bdb_current/1,bdb_closeall/0]).
'$absent'(jpl, jpl, 8, [jpl_call/4,jpl_new/3,jpl_get/3,jpl_set/3,jpl_list_to_array/2,jpl_array_to_list/2]).
'$absent'(doc_http, pldoc_http, 9, [doc_enable/1,doc_server/1,doc_server/2,doc_browser/0,doc_browser/1]).
'$absent'(doc_files, pldoc_files, 9, [doc_save/2,doc_pack/1]).
'$absent'(doc_latex, pldoc_latex, 9, [doc_latex/3,latex_for_file/3,latex_for_wiki_file/3,latex_for_predicates/3]).
'$absent'(pldoc/doc_access, doc_access, 9, [host_access_options/2]).
'$absent'(pldoc/doc_colour, pldoc_colours, 9, [colour_fragments/2]).
'$absent'(pldoc/doc_html, pldoc_html, 9, [doc_for_file/2,doc_write_html/3,doc_for_wiki_file/2,doc_page_dom/3,
    print_html_head/1,predref//1,predref//2,nopredref//1,module_info/3,doc_hide_private/3,edit_button//2,
    source_button//2,zoom_button//2,pred_edit_button//2,object_edit_button//2,object_source_button//2,doc_resources//1,
    ensure_doc_objects/1,doc_file_objects/5,existing_linked_file/2,unquote_filespec/2,doc_tag_title/2,
    mode_anchor_name/2,pred_anchor_name/3,private/2,(multifile)/2,is_pi/1,is_op_type/2,file//1,file//2,include//3,
    tags//1,term//3,file_header//2,flagref//1,objects//2,object_ref//2,object_name//2,object_href/2,object_tree//3,
    object_page//2,object_page_header//2,object_synopsis//2,object_footer//2,object_page_footer//2,cite//1]).
'$absent'(pldoc/doc_htmlsrc, pldoc_htmlsrc, 9, [source_to_html/3]).
'$absent'(pldoc/doc_index, pldoc_index, 9, [doc_for_dir/2,dir_index//2,object_summaries//3,file_index_header//2,
    doc_links//2,doc_file_href/2,places_menu//1,source_directory/1]).
'$absent'(pldoc/doc_library, pldoc_library, 9, [doc_load_library/0]).
'$absent'(pldoc/doc_man, pldoc_man, 9, [man_page//2,man_overview//1,man_content_tree/2,man_packages_tree/1]).
'$absent'(pldoc/doc_modes, pldoc_modes, 9, [process_modes/6,compile_mode/2,mode/2,is_mode/1,mode_indicator/1,
    modes_to_predicate_indicators/2,compile_clause/2]).
'$absent'(pldoc/doc_pack, pldoc_pack, 9, [doc_pack/1]).
'$absent'(pldoc/doc_process, pldoc_process, 9, [doc_comment/4,doc_file_has_comments/1,is_structured_comment/2,
    parse_comment/3,comment_modes/2,process_comments/3,doc_file_name/3,doc_clean/1]).
'$absent'(pldoc/doc_register, pldoc_register, 9, [process_stored_comments/0]).
'$absent'(pldoc/doc_search, pldoc_search, 9, [search_form//1,search_reply//2,matching_object_table//2]).
'$absent'(pldoc/doc_util, doc_util, 9, [insert_alias/2,expand_alias/2,ensure_slash_end/2,atom_pi/2,atom_to_object/2,
    normalise_white_space//1]).
'$absent'(pldoc/doc_wiki, pldoc_wiki, 9, [wiki_codes_to_dom/3,wiki_lines_to_dom/3,section_comment_header/3,
    summary_from_lines/2,indented_lines/3,strip_leading_par/2,autolink_extension/2,autolink_file/2]).
'$absent'(pldoc/doc_words, doc_words, 9, [doc_related_word/3,prolog_identifier_part/1]).
'$absent'(pldoc/man_index, prolog_manual_index, 9, [clean_man_index/0,save_man_index/0,index_man_directory/2,
    index_man_file/2,current_man_object/1,man_object_property/2,manual_object/5,doc_object_identifier/2]).
'$absent'(check_installation, check_installation, 10, [check_installation/0,check_installation/1,
    check_config_files/0,update_config_files/0,test_installation/0,test_installation/1]).
'$absent'(checklast, checklast, 10, [check_old_last/0]).
'$absent'(checkselect, checkselect, 10, [check_old_select/0]).
'$absent'(hotfix, prolog_hotfix, 10, [load_hotfixes/1]).
'$absent'(mallocinfo, malloc_info, 10, []).
'$absent'(obfuscate, obfuscate, 10, []).
'$absent'(prolog_autoload, prolog_autoload, 10, [autoload_all/0,autoload_all/1]).
'$absent'(prolog_codewalk, prolog_codewalk, 10, [prolog_walk_code/1,prolog_program_clause/2]).
'$absent'(prolog_colour, prolog_colour, 10, [prolog_colourise_stream/3,prolog_colourise_stream/4,
    prolog_colourise_term/4,prolog_colourise_query/3,syntax_colour/2,syntax_message//1]).
'$absent'(prolog_config, prolog_config, 10, [prolog_dump_runtime_variables/0,apple_bundle_libdir/1]).
'$absent'(prolog_deps, prolog_deps, 10, [file_autoload_directives/3,file_auto_import/2]).
'$absent'(prolog_format, prolog_format, 10, [format_spec/2,format_spec//1,format_types/2]).
'$absent'(prolog_install, prolog_install, 10, [qcompile_libraries/0,cmake_qcompile/0,cmake_qcompile/2,
    cmake_save_man_index/0]).
'$absent'(prolog_jiti, prolog_jiti, 10, [jiti_list/0,jiti_list/1]).
'$absent'(prolog_metainference, prolog_metainference, 10, [infer_meta_predicate/2,inferred_meta_predicate/2]).
'$absent'(prolog_stream, prolog_stream, 10, [open_prolog_stream/4]).
'$absent'(qpforeign, qp_foreign, 10, [load_foreign_files/0,load_foreign_files/2,load_foreign_files/3,
    make_shared_object/3,make_foreign_wrapper_file/1,make_foreign_wrapper_file/2,make_foreign_resource_wrapper/3,
    load_foreign_resource/2]).
'$absent'(sched, unix_sched, 10, []).
'$absent'(streaminfo, stream_info, 10, [stream_info/1]).
'$absent'(console_input, prolog_console_input, 10, []).
'$absent'(test_wizard, test_wizard, 10, [make_tests/3,make_test/3]).
'$absent'(dialect/swi/syspred_options, prolog_system_predicate_options, 10, []).
'$absent'(atom, atom, 11, [restyle_identifier/3,identifier_parts/2,join_identifier_parts/3]).
'$absent'(c14n2, c14n2, 11, [xml_write_canonical/3]).
'$absent'(cgi, cgi, 11, [cgi_get_form/1]).
'$absent'(git, git, 11, [git/2,git_process_output/3,git_open_file/4,is_git_directory/1,git_describe/2,git_hash/2,
    git_ls_tree/2,git_remote_url/3,git_ls_remote/3,git_branches/2,git_remote_branches/2,git_default_branch/2,
    git_tags_on_branch/3,git_shortlog/3,git_log_data/3,git_show/4,git_commit_data/3]).
'$absent'(iso_639, iso_639, 11, [iso_639_2/2,iso_639_3/2,iso_639/2]).
'$absent'(nb_rbtrees, nb_rbtrees, 11, [nb_rb_insert/3,nb_rb_get_node/3,nb_rb_node_value/2,nb_rb_set_node_value/2]).
'$absent'(protobufs, protobufs, 11, [protobuf_message/2,protobuf_message/3,protobuf_parse_from_codes/3,
    protobuf_serialize_to_codes/3,protobuf_field_is_map/2,protobuf_map_pairs/3]).
'$absent'(pwp, pwp, 11, [pwp_files/2,pwp_stream/3,pwp_xml/3]).
'$absent'(rewrite_term, rewrite_term, 11, [rewrite_term/2,rew_term_expansion/2,rew_goal_expansion/2,op(1200,xfx,
    ::=)]).
'$absent'(saml, saml, 11, [saml_authenticate/4]).
'$absent'(streampool, stream_pool, 11, [add_stream_to_pool/2,delete_stream_from_pool/1,close_stream_pool/0,
    dispatch_stream_pool/1,stream_pool_main_loop/0]).
'$absent'(table, table, 11, [new_table/4,open_table/1,close_table/1,free_table/1,table_window/3,read_table_record/4,
    read_table_record_data/4,read_table_fields/4,get_table_attribute/3,table_previous_record/3,table_start_of_record/4,
    in_table/3,new_order_table/2,order_table_mapping/3,compare_strings/4,prefix_string/3,prefix_string/4,sub_string/3,
    table_version/2]).
'$absent'(table_util, table_util, 11, [sort_table/2,verify_table_order/1]).
'$absent'(term_to_json, term_to_json, 11, [term_to_json/3,term_to_json/2]).
'$absent'(tty, tty, 11, [tty_clear/0,tty_flash/0,menu/3]).
'$absent'(unicode/blocks, unicode_blocks, 11, [unicode_block/3]).
'$absent'(unicode/unicode_data, unicode_data, 11, [unicode_property/2]).
'$absent'(xmldsig, xmldsig, 11, [xmld_signed_DOM/3,xmld_verify_signature/4]).
'$absent'(xmlenc, xmlenc, 11, [decrypt_xml/4,load_certificate_from_base64_string/2]).
'$absent'(xsdp_types, xsdp_type, 11, [xsdp_type/1,xsdp_uri_type/2,xsdp_numeric_uri/2,xsdp_subtype_of/2,
    xsdp_convert/3]).
'$absent'(zip, zip, 11, [zip_open/4,zip_close/1,zip_close/2,with_zipper/2,zipper_open_new_file_in_zip/4,
    zipper_goto/2,zipper_open_current/3,zipper_members/2,zipper_file_info/3]).
'$absent'(clp/bounds, bounds, 11, [op(760,yfx,#<=>),op(750,xfy,#=>),op(750,yfx,#<=),op(740,yfx,#\/),op(730,yfx,#\),
    op(720,yfx,#/\),op(710,fy,#\),op(700,xfx,#>),op(700,xfx,#<),op(700,xfx,#>=),op(700,xfx,#=<),op(700,xfx,#=),op(700,
    xfx,#\=),op(700,xfx,in),op(550,xfx,..),#> / 2,#< / 2,#>= / 2,#=< / 2,#= / 2,#\= / 2,#<=> / 2,#=> / 2,#<= / 2,
    #/\ / 2,#\/ / 2,#\ / 2,#\ / 1,in/2,label/1,labeling/2,all_different/1,sum/3,lex_chain/1,indomain/1,check/1,
    tuples_in/2,serialized/2]).
'$absent'(clp/clp_distinct, clp_distinct, 11, [vars_in/2,vars_in/3,all_distinct/1]).
'$absent'(clp/inclpr, inclpr, 11, [change_incremental/1,incremental/1,change_standard_domain/1,standard_domain/1,
    {}/1,solve/0,get_domain/2]).
'$absent'(rdf_diagram, rdf_diagram, 11, [rdf_diagram_from_file/1]).
'$absent'(rdf_parser, rdf_parser, 11, [xml_to_plrdf/3,element_to_plrdf/3,make_rdf_state/3,rdf_modify_state/3,
    rdf_name_space/1]).
'$absent'(rdf_triple, rdf_triple, 11, [rdf_triples/2,rdf_triples/3,rdf_reset_ids/0,rdf_start_file/2,rdf_end_file/1,
    anon_prefix/1]).
'$absent'(rdf_write, rdf_write, 11, [rdf_write_xml/2]).
'$absent'(dialect/bim, bim, 11, [please/2,cputime/1,setdebug/0,bim_erase/1,bim_erase/2,rerecord/2,erase_all/1,
    record/3,bim_recorded/3,inttoatom/2,atomconcat/3,update/1,printf/2,bim_random/1,index/2,predicate_type/2,vread/2,
    bindVariables/1,writeClause/2]).
'$absent'(dialect/commons, commons, 11, [feature/1]).
'$absent'(dialect/eclipse/test_util_iso, test_util_iso, 11, [test/1,test/2]).
'$absent'(dialect/hprolog/format, format, 11, [format/2,format/3]).
'$absent'(dialect/ifprolog, ifprolog, 11, [calling_context/1,context/2,block/3,exit_block/1,cut_block/1,
    modify_mode/3,debug_mode/3,ifprolog_debug/1,debug_config/3,float_format/2,program_parameters/1,user_parameters/1,
    match/2,match/3,lower_upper/2,current_error/1,writeq_atom/2,write_atom/2,write_formatted_atom/3,write_formatted/2,
    write_formatted/3,atom_part/4,atom_prefix/3,atom_suffix/3,atom_split/3,if_concat_atom/2,if_concat_atom/3,getchar/3,
    parse_atom/6,index/3,list_length/2,load/1,file_test/2,filepos/2,filepos/3,getcwd/1,assign_alias/2,get_until/3,
    get_until/4,for/3,prolog_version/1,proroot/1,system_name/1,localtime/9,asserta_with_names/2,assertz_with_names/2,
    clause_with_names/3,retract_with_names/2,predicate_type/2,current_visible/2,current_signal/2,digit/1,letter/1,
    current_global/1,get_global/2,set_global/2,unset_global/1,current_default_module/1,set_default_module/1,op(1150,fx,
    meta),op(1150,fx,export),op(100,xfx,@),op(900,xfx,=>),op(900,fy,not)]).
'$absent'(dialect/iso/iso_predicates, iso_predicates, 11, [iso_builtin_predicate/1,iso_builtin_function/1]).
'$absent'(dialect/sicstus/arrays, arrays, 11, [new_array/1,is_array/1,aref/3,arefa/3,arefl/3,array_to_list/2,aset/4]
    ).
'$absent'(dialect/sicstus/block, block_directive, 11, [block/1,op(1150,fx,block)]).
'$absent'(dialect/sicstus/lists, sicstus_lists, 11, [substitute/4,nth/3,nth/4,same_length/3,sublist/2,suffix/2,
    is_list/1,memberchk/2]).
'$absent'(dialect/sicstus/ordsets, sicstus_ordsets, 11, [ord_member/2]).
'$absent'(dialect/sicstus/sockets, sicstus_sockets, 11, [socket/2,socket_close/1,socket_bind/2,socket_connect/3,
    socket_listen/2,socket_accept/2,socket_accept/3,socket_select/5,current_host/1,hostname_address/2]).
'$absent'(dialect/sicstus/system, sicstus_system, 11, [environ/2,exec/3,wait/2,pid/1,now/1,datime/1,datime/2,
    sleep/1,shell/0,shell/1,shell/2,system/0,system/1,system/2,popen/3,host_name/1,working_directory/2,make_directory/1,
    file_exists/1,delete_file/1,rename_file/2,mktemp/2,tmpnam/1]).
'$absent'(dialect/sicstus/terms, sicstus_terms, 11, [term_variables_bag/2]).
'$absent'(dialect/sicstus/timeout, timeout, 11, [time_out/3]).
'$absent'(dialect/sicstus4/aggregate, sicstus4_aggregate, 11, [term_variables/3,forall/2]).
'$absent'(dialect/sicstus4/between, between, 11, [between/3,gen_nat/1,gen_int/1,numlist/2]).
'$absent'(dialect/sicstus4/clpfd, sicstus4_clpfd, 11, [domain/3,(table)/3,op(760,yfx,#<=>),op(750,xfy,#=>),op(750,
    yfx,#<=),op(700,xfx,in_set)]).
'$absent'(dialect/sicstus4/file_systems, file_systems, 11, [rename_file/2,rename_directory/2,delete_file/1,
    delete_directory/1,delete_directory/2,directory_exists/1,directory_exists/2,make_directory/1,file_exists/1,
    file_exists/2,file_must_exist/1,file_must_exist/2,directory_must_exist/1,directory_must_exist/2,
    directory_member_of_directory/2,directory_member_of_directory/3,directory_member_of_directory/4,
    file_member_of_directory/2,file_member_of_directory/3,file_member_of_directory/4,directory_members_of_directory/1,
    directory_members_of_directory/2,directory_members_of_directory/3,file_members_of_directory/1,
    file_members_of_directory/2,file_members_of_directory/3,directory_property/2,directory_property/3,file_property/2,
    file_property/3,current_directory/1,current_directory/2]).
'$absent'(dialect/sicstus4/lists, sicstus4_lists, 11, [keys_and_values/3,rev/2,shorter_list/2,append_length/4,
    append_length/3,prefix_length/3,proper_prefix_length/3,suffix_length/3,proper_suffix_length/3,sublist/5,sublist/4,
    sublist/3,cons/3,last/3,head/2,tail/2,prefix/2,proper_prefix/2,suffix/2,proper_suffix/2,subseq/3,subseq0/2,
    subseq1/2,scanlist/4,scanlist/5,scanlist/6,is_list/1]).
'$absent'(dialect/sicstus4/ordsets, sicstus4_ordsets, 11, [ord_nonmember/2]).
'$absent'(dialect/sicstus4/samsort, samsort, 11, [samsort/2,samsort/3,samkeysort/2]).
'$absent'(dialect/sicstus4/sets, sets, 11, [add_element/3,del_element/3,disjoint/2,intersect/2,set_order/3,seteq/2,
    list_to_set/2,disjoint_union/3,union/4]).
'$absent'(dialect/sicstus4/sockets, sicstus4_sockets, 11, [socket_client_open/3,socket_server_open/2,
    socket_server_open/3,socket_server_accept/4,socket_server_close/1,socket_select/7,current_host/1]).
'$absent'(dialect/sicstus4/system, sicstus4_system, 11, [environ/2,environ/3]).
'$absent'(dialect/sicstus4/terms, sicstus4_terms, 11, [term_variables_set/2,subsumeschk/2,term_order/3]).
'$absent'(dialect/sicstus4/timeout, sicstus4_timeout, 11, []).
'$absent'(dialect/sicstus4/types, types, 11, [must_be/4,illarg/3,illarg/4]).
'$absent'(dialect/xsb/basics, basics, 11, [append/3,flatten/2,ith/3,length/2,member/2,memberchk/2,subset/2,subseq/3,
    reverse/2,select/3,for/3,between/3,ground/1,copy_term/2,log_ith/3,log_ith_bound/3,log_ith_new/3,log_ith_to_list/2,
    logk_ith/4,comma_memberchk/2,abscomma_memberchk/2,comma_to_list/2,comma_length/2,comma_member/2,comma_append/3]).
'$absent'(dialect/xsb/consult, consult, 11, [consult/1,ensure_dync_loaded/1]).
'$absent'(dialect/xsb/curr_sym, curr_sym, 11, [subgoal_property/2]).
'$absent'(dialect/xsb/error_handler, error_handler, 11, [check_acyclic/3,check_atom/3,check_callable/3,
    check_integer/3,check_nonvar/3,check_nonvar_list/3,check_stream/3,check_var/3,check_ground/3,domain_error/4,
    print_backtrace/1,xsb_error_get_tag/2,xsb_error_get_message/2]).
'$absent'(dialect/xsb/gensym, xsb_gensym, 11, [coninc/1,coninc/2]).
'$absent'(dialect/xsb/intern, intern, 11, [trie_create/2,trie_insert/2,trie_unify/2]).
'$absent'(dialect/xsb/lists, xsb_lists, 11, [take/3]).
'$absent'(dialect/xsb/machine, machine, 11, [gc_heap/0,trimcore/0,abolish_table_info/0,close_open_tables/1,
    str_cat/3,parsort/4,term_type/2,xsb_expand_file_name/2,expand_filename_no_prepend/2,parse_filename/4,conset/2,
    conget/2,slash/1,xsb_backtrace/1,xwam_state/2]).
'$absent'(dialect/xsb/ordsets, xsb_ordsets, 11, [ord_setproduct/3]).
'$absent'(dialect/xsb/setof, setof, 11, [excess_vars/4]).
'$absent'(dialect/xsb/source, xsb_source, 11, []).
'$absent'(dialect/xsb/standard, standard, 11, [error_write/1,error_writeln/1,console_write/1,console_writeln/1,
    warning/1,message/1,messageln/1]).
'$absent'(dialect/xsb/storage, storage, 11, [storage_delete_all/1,storage_insert_fact/3,storage_find_fact/2]).
'$absent'(dialect/xsb/string, string, 11, [str_cat/3,concat_atom/2]).
'$absent'(dialect/xsb/thread, xsb_thread, 11, [par_execute/1,n_par_execute/2]).
'$absent'(dialect/xsb/timed_call, timed_call, 11, [timed_call/2]).
'$absent'(http/ax, http_ax, 11, [http_ax_attributes/2,ax_form_attributes/2]).
'$absent'(http/graphql, graphql, 11, [graphql_read_document/3,graphql_execute_document/4,
    graphql_document_to_string/3,graphql_document_to_codes/3,graphql/4]).
'$absent'(http/http_dyn_workers, http_dyn_workers, 11, []).
'$absent'(http/http_hook, http_hook, 11, []).
'$absent'(http/http_load, prolog_http_load, 11, []).
'$absent'(http/http_proxy, http_proxy, 11, []).
'$absent'(http/http_pwp, http_pwp, 11, [reply_pwp_page/3,pwp_handler/2]).
'$absent'(http/http_redis_plugin, http_redis_plugin, 11, []).
'$absent'(http/http_sgml_plugin, http_sgml_plugin, 11, []).
'$absent'(http/http_stream, http_stream, 11, [http_chunked_open/3,stream_range_open/3,multipart_open/3,
    multipart_open_next/1,cgi_open/4,cgi_property/2,cgi_set/2,cgi_discard/1,is_cgi_stream/1,cgi_statistics/1]).
'$absent'(http/hub, hub, 11, [hub_create/3,hub_add/3,hub_member/2,hub_send/2,hub_broadcast/2,hub_broadcast/3,
    current_hub/2]).
'$absent'(http/jquery, jquery, 11, []).
'$absent'(http/json_convert, json_convert, 11, [prolog_to_json/2,json_to_prolog/2,json_object/1,op(1150,fx,
    json_object)]).
'$absent'(http/mimepack, mime_pack, 11, [mime_pack/3]).
'$absent'(http/yadis, yadis, 11, [xrds_dom/2,xrds_location/2]).
'$absent'(semweb/rdf_cache, rdf_cache, 11, [rdf_set_cache_options/1,rdf_cache_file/3]).
'$absent'(semweb/rdf_compare, rdf_compare, 11, [rdf_equal_graphs/3]).
'$absent'(semweb/rdf_edit, rdf_edit, 11, [rdfe_assert/3,rdfe_assert/4,rdfe_retractall/3,rdfe_retractall/4,
    rdfe_update/4,rdfe_update/5,rdfe_load/1,rdfe_load/2,rdfe_delete/1,rdfe_register_ns/2,rdfe_unregister_ns/2,
    rdfe_reset/0,rdfe_transaction/1,rdfe_transaction/2,rdfe_transaction_member/2,rdfe_transaction_name/2,
    rdfe_set_transaction_name/1,rdfe_set_watermark/1,rdfe_undo/0,rdfe_redo/0,rdfe_can_undo/1,rdfe_can_redo/1,
    rdfe_set_file_property/2,rdfe_get_file_property/2,rdfe_is_modified/1,rdfe_clear_modified/1,rdfe_open_journal/2,
    rdfe_close_journal/0,rdfe_replay_journal/1,rdfe_current_journal/1,rdfe_snapshot_file/1]).
'$absent'(semweb/rdf_http_plugin, rdf_http_plugin, 11, []).
'$absent'(semweb/rdf_library, rdf_library, 11, [rdf_attach_library/1,rdf_load_library/1,rdf_load_library/2,
    rdf_list_library/0,rdf_list_library/1,rdf_list_library/2,rdf_library_source/2,rdf_library_index/2,
    rdf_current_manifest/1]).
'$absent'(semweb/rdf_litindex, rdf_litindex, 11, [rdf_set_literal_index_option/1,rdf_tokenize_literal/2,
    rdf_find_literal/2,rdf_find_literals/2,rdf_token_expansions/2,rdf_stopgap_token/1,rdf_literal_index/2,
    rdf_delete_literal_index/1]).
'$absent'(semweb/rdf_portray, rdf_portray, 11, [rdf_portray_as/1,rdf_portray_lang/1]).
'$absent'(semweb/rdf_sandbox, rdf_sandbox, 11, []).
'$absent'(semweb/rdf_zlib_plugin, rdf_zlib_plugin, 11, []).
'$absent'(semweb/rdfa, rdfa, 11, [read_rdfa/3,xml_rdfa/3]).
'$absent'(streams, streams, 11, [with_output_to/3]).
