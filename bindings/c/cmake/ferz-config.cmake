# find_package(ferz): the targets ferz::ferz, the shared library, and ferz::static, as far as they are installed.
get_filename_component(_ferz_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET ferz::ferz)
  foreach(_ferz_library libferz.so libferz.dylib)
    if(EXISTS "${_ferz_prefix}/lib/${_ferz_library}")
      add_library(ferz::ferz SHARED IMPORTED)
      set_target_properties(ferz::ferz PROPERTIES
        IMPORTED_LOCATION "${_ferz_prefix}/lib/${_ferz_library}"
        INTERFACE_INCLUDE_DIRECTORIES "${_ferz_prefix}/include")
      break()
    endif()
  endforeach()
endif()

if(NOT TARGET ferz::static AND EXISTS "${_ferz_prefix}/lib/libferz.a")
  add_library(ferz::static STATIC IMPORTED)
  set_target_properties(ferz::static PROPERTIES
    IMPORTED_LOCATION "${_ferz_prefix}/lib/libferz.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_ferz_prefix}/include"
    INTERFACE_LINK_LIBRARIES "pthread;${CMAKE_DL_LIBS};m")
endif()

if(NOT TARGET ferz::ferz AND NOT TARGET ferz::static)
  set(ferz_FOUND FALSE)
  set(ferz_NOT_FOUND_MESSAGE "There is no library of ferz below ${_ferz_prefix}/lib.")
endif()
unset(_ferz_library)
unset(_ferz_prefix)
