"""Tables of other libraries, as columns of Arrow or as rows."""

from __future__ import annotations

import sys
from typing import Any, Iterable, Mapping, Optional, Protocol, Tuple, Union


class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


Table = Union[Iterable[Any], _Stream, _Array]
"""Rows, or what hands over columns of Arrow."""

_NO_COLUMNS = (ImportError, AttributeError, TypeError, ValueError, NotImplementedError)
"""What a table raises whose values have no type of Arrow, or that lacks the library for it."""


def capsules(table: Any) -> Optional[Tuple[Any, Any]]:
    """Returns the capsules of Arrow's protocol for Python: a stream and ``None``, or a schema and an array. ``None`` if
    the table has none; then it has rows."""
    if hasattr(table, "reset_index"):
        # The index of a table of pandas is no column of it.
        if not _has_columns(table):
            return None
        table = table.reset_index(drop=True)
    elif any("Object" in str(kind) for kind in _kinds(table)):
        # Polars hands over addresses of values of Python.
        return None
    try:
        if hasattr(table, "__arrow_c_stream__"):
            return table.__arrow_c_stream__(), None
        if hasattr(table, "__arrow_c_array__"):
            schema, array = table.__arrow_c_array__()
            return schema, array
    except _NO_COLUMNS:
        if not _has_rows(table):
            raise
    return None


def _has_columns(table: Any) -> bool:
    """Whether a table of pandas has no values of Python, which Arrow would take for something else; texts are fine."""
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return False
    columns = [table] if hasattr(table, "dtype") else [table.iloc[:, place] for place in range(table.shape[1])]
    infer = pandas.api.types.infer_dtype
    return all(column.dtype != object or infer(column, skipna=True) == "string" for column in columns)


def _kinds(table: Any) -> Iterable[Any]:
    """The types of the columns of a table of polars, or of one of its columns."""
    if not hasattr(table, "iter_rows"):
        return [table.dtype] if hasattr(table, "to_frame") and hasattr(table, "dtype") else []
    return getattr(table, "dtypes", [])


def _has_rows(table: Any) -> bool:
    return any(hasattr(table, name) for name in ("itertuples", "iter_rows", "to_pylist", "__iter__"))


def rows(table: Any) -> Iterable[Any]:
    """Returns the rows of a table."""
    if hasattr(table, "reset_index") and hasattr(table, "notna"):
        # Pandas: what is missing is `nan` in one column and something else in another.
        table = table.astype(object).where(table.notna(), None)
    if hasattr(table, "itertuples"):
        return table.itertuples(index=False, name=None)  # type: ignore[no-any-return]
    if hasattr(table, "iter_rows"):
        return table.iter_rows()  # type: ignore[no-any-return]
    if hasattr(table, "to_pylist"):
        return table.to_pylist()  # type: ignore[no-any-return]
    if isinstance(table, (str, bytes, Mapping)):
        raise TypeError(f"{type(table).__name__} has no rows: facts takes tuples, lists or dicts, one for each fact")
    if hasattr(table, "__dataframe__"):
        raise TypeError(f"the rows of {type(table).__qualname__} are not known; give them as tuples or dicts")
    return table  # type: ignore[no-any-return]
