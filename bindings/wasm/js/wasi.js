// The functions of WASI (preview 1) that the module uses: clocks, random bytes, and files in memory.
//
// Nothing here reaches outside: a program sees only the files that the host has put into `Files`, and those that it has
// written itself.

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55;
const DIRECTORY = 3, REGULAR = 4, CHARACTER = 2;
const ALL_RIGHTS = 0x3fffffffn;
const text = new TextEncoder();
const decoder = new TextDecoder();

/** Files in memory, by absolute path. */
export class Files {
  #entries = new Map([['/', null], ['/tmp', null]]);
  /** When each was last changed, in nanoseconds since 1970. */
  #times = new Map();

  static path(path) {
    const parts = [];
    for (const part of String(path).split('/')) {
      if (part === '..') parts.pop();
      else if (part && part !== '.') parts.push(part);
    }
    return '/' + parts.join('/');
  }

  /** Writes a file, with the folders that it is in. */
  write(path, content) {
    path = Files.path(path);
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) this.#entries.set(path.slice(0, at), null);
    this.#entries.set(path, { bytes: typeof content === 'string' ? text.encode(content) : Uint8Array.from(content) });
    this.touch(path);
  }

  /** The content of a file as text; undefined if there is none. */
  read(path) {
    const file = this.#entries.get(Files.path(path));
    return file ? decoder.decode(file.bytes) : undefined;
  }

  /** The content of a file as bytes; undefined if there is none. */
  readBytes(path) {
    return this.#entries.get(Files.path(path))?.bytes.slice();
  }

  /** Deletes a file, or a folder with all that is in it. */
  delete(path) {
    path = Files.path(path);
    let found = false;
    for (const one of [...this.#entries.keys()]) {
      if (one === path || one.startsWith(path + '/')) found = this.#entries.delete(one) || found;
    }
    return found;
  }

  /** The paths of all files. */
  list() {
    return [...this.#entries].filter(([, entry]) => entry).map(([path]) => path).sort();
  }

  touch(path) {
    this.#times.set(path, BigInt(Math.round(Date.now() * 1e3)) * 1000n);
  }

  time(path) {
    return this.#times.get(path) ?? 0n;
  }

  entry(path) {
    return this.#entries.get(path);
  }

  set(path, entry) {
    this.#entries.set(path, entry);
    this.touch(path);
  }

  remove(path) {
    this.#entries.delete(path);
  }

  rename(from, to) {
    for (const [path, entry] of [...this.#entries]) {
      if (path === from || path.startsWith(from + '/')) {
        this.#entries.delete(path);
        this.#entries.set(to + path.slice(from.length), entry);
      }
    }
    this.touch(to);
  }

  /** The names in a folder. */
  names(path) {
    const top = path === '/' ? '/' : path + '/';
    return [...this.#entries.keys()].filter((one) => one !== '/' && one.startsWith(top) && !one.slice(top.length).includes('/')).map((one) => one.slice(top.length));
  }
}

/** Waits; a thread that may not sleep looks at the clock instead. */
function wait(milliseconds) {
  const end = performance.now() + milliseconds;
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  } catch {
    // The main thread of a page.
  }
  while (performance.now() < end);
}

/** Makes the imports; `memory()` is the memory of the module, `report(text)` gets what the runtime reports. */
export function wasi(files, memory, report) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  const string = (at, length) => decoder.decode(bytes(at, length));
  const TOP = 3;
  const open = new Map([[TOP, { path: '/', at: 0 }]]);
  let next = TOP + 1;
  const resolve = (fd, at, length) => {
    const base = open.get(fd)?.path ?? '/';
    const path = string(at, length);
    return Files.path(path.startsWith('/') ? path : `${base}/${path}`);
  };
  const fileOf = (fd) => {
    const handle = open.get(fd);
    return handle && files.entry(handle.path);
  };
  const stat = (to, path, entry) => {
    const v = view();
    bytes(to, 64).fill(0);
    let hash = 7;
    for (const c of path) hash = (Math.imul(hash, 31) + c.codePointAt(0)) >>> 0;
    v.setBigUint64(to + 8, BigInt(hash), true);
    v.setUint8(to + 16, entry ? REGULAR : DIRECTORY);
    v.setBigUint64(to + 24, 1n, true);
    v.setBigUint64(to + 32, BigInt(entry ? entry.bytes.length : 0), true);
    for (const place of [40, 48, 56]) v.setBigUint64(to + place, files.time(path), true);
    return OK;
  };
  /** The parts of memory that a list of buffers names. */
  const buffers = (list, count) => Array.from({ length: count }, (_, i) => [view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)]);
  const put = (handle, data) => {
    const file = files.entry(handle.path);
    const at = handle.append ? file.bytes.length : handle.at;
    if (at + data.length > file.bytes.length) {
      const longer = new Uint8Array(at + data.length);
      longer.set(file.bytes);
      file.bytes = longer;
    }
    file.bytes.set(data, at);
    handle.at = at + data.length;
    files.touch(handle.path);
  };
  let pending = '';
  const imports = {
    args_get: () => OK,
    args_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), OK),
    environ_get: () => OK,
    environ_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), OK),
    clock_res_get: (_clock, to) => (view().setBigUint64(to, 1000n, true), OK),
    clock_time_get(clock, _precision, to) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(to, BigInt(Math.round(milliseconds * 1e3)) * 1000n, true);
      return OK;
    },
    random_get(at, length) {
      for (let done = 0; done < length; done += 65536) {
        const some = new Uint8Array(Math.min(65536, length - done));
        bytes(at + done, some.length).set(globalThis.crypto.getRandomValues(some));
      }
      return OK;
    },
    poll_oneoff(list, events, count, result) {
      // All that the engine waits for is time.
      const v = view();
      let longest = 0;
      for (let i = 0; i < count; i++) {
        const one = list + 48 * i;
        if (v.getUint8(one + 8) === 0) longest = Math.max(longest, Number(v.getBigUint64(one + 24, true)) / 1e6);
      }
      wait(longest);
      for (let i = 0; i < count; i++) {
        bytes(events + 32 * i, 32).fill(0);
        v.setBigUint64(events + 32 * i, v.getBigUint64(list + 48 * i, true), true);
        v.setUint8(events + 32 * i + 10, v.getUint8(list + 48 * i + 8));
      }
      v.setUint32(result, count, true);
      return OK;
    },
    sched_yield: () => OK,
    proc_exit(status) {
      throw new Error(`the engine has ended with status ${status}`);
    },
    fd_prestat_get(fd, to) {
      if (fd !== TOP) return BADF;
      view().setUint32(to, 0, true);
      view().setUint32(to + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (fd, at) => (fd === TOP ? (bytes(at, 1).set(text.encode('/')), OK) : BADF),
    fd_fdstat_get(fd, to) {
      const handle = open.get(fd);
      if (!handle && fd > 2) return BADF;
      bytes(to, 24).fill(0);
      view().setUint8(to, !handle ? CHARACTER : files.entry(handle.path) ? REGULAR : DIRECTORY);
      view().setBigUint64(to + 8, ALL_RIGHTS, true);
      view().setBigUint64(to + 16, ALL_RIGHTS, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_close: (fd) => (open.delete(fd) ? OK : BADF),
    fd_sync: () => OK,
    fd_datasync: () => OK,
    fd_filestat_get(fd, to) {
      const handle = open.get(fd);
      return handle ? stat(to, handle.path, files.entry(handle.path)) : BADF;
    },
    fd_filestat_set_size(fd, size) {
      const file = fileOf(fd);
      if (!file) return BADF;
      const sized = new Uint8Array(Number(size));
      sized.set(file.bytes.subarray(0, sized.length));
      file.bytes = sized;
      return OK;
    },
    fd_filestat_set_times: () => OK,
    fd_seek(fd, offset, whence, to) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      const base = whence === 0 ? 0 : whence === 1 ? handle.at : (fileOf(fd)?.bytes.length ?? 0);
      const at = base + Number(offset);
      if (at < 0) return INVAL;
      handle.at = at;
      view().setBigUint64(to, BigInt(at), true);
      return OK;
    },
    fd_tell(fd, to) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      view().setBigUint64(to, BigInt(handle.at), true);
      return OK;
    },
    fd_read(fd, list, count, result) {
      const handle = open.get(fd);
      if (!handle) return fd === 0 ? (view().setUint32(result, 0, true), OK) : BADF;
      const file = fileOf(fd);
      if (!file) return ISDIR;
      let total = 0;
      for (const [at, length] of buffers(list, count)) {
        const some = file.bytes.subarray(handle.at, handle.at + length);
        bytes(at, some.length).set(some);
        handle.at += some.length;
        total += some.length;
      }
      view().setUint32(result, total, true);
      return OK;
    },
    fd_write(fd, list, count, result) {
      const handle = open.get(fd);
      let total = 0;
      for (const [at, length] of buffers(list, count)) {
        const data = bytes(at, length).slice();
        total += length;
        if (handle) put(handle, data);
        else pending += decoder.decode(data);
      }
      if (!handle && pending.endsWith('\n')) {
        report(pending.trimEnd());
        pending = '';
      }
      view().setUint32(result, total, true);
      return OK;
    },
    fd_readdir(fd, at, room, cookie, result) {
      const handle = open.get(fd);
      if (!handle) return BADF;
      const names = files.names(handle.path);
      const v = view();
      let used = 0;
      for (let i = Number(cookie); i < names.length && used < room; i++) {
        const name = text.encode(names[i]);
        const entry = new Uint8Array(24 + name.length);
        const head = new DataView(entry.buffer);
        head.setBigUint64(0, BigInt(i + 1), true);
        head.setUint32(16, name.length, true);
        const path = handle.path === '/' ? '/' + names[i] : `${handle.path}/${names[i]}`;
        head.setUint8(20, files.entry(path) ? REGULAR : DIRECTORY);
        entry.set(name, 24);
        const some = entry.subarray(0, room - used);
        bytes(at + used, some.length).set(some);
        used += some.length;
      }
      v.setUint32(result, used, true);
      return OK;
    },
    path_open(fd, _follow, at, length, how, _rights, _inherited, flags, to) {
      const path = resolve(fd, at, length);
      let entry = files.entry(path);
      const [create, directory, exclusive, truncate] = [1, 2, 4, 8].map((flag) => (how & flag) !== 0);
      if (entry === undefined) {
        if (!create) return NOENT;
        const folder = path.slice(0, path.lastIndexOf('/')) || '/';
        if (files.entry(folder) !== null) return NOENT;
        files.set(path, (entry = { bytes: new Uint8Array() }));
      } else if (create && exclusive) {
        return EXIST;
      }
      if (directory && entry) return NOTDIR;
      if (truncate && entry) files.set(path, (entry = { bytes: new Uint8Array() }));
      open.set(next, { path, at: 0, append: (flags & 1) !== 0 });
      view().setUint32(to, next++, true);
      return OK;
    },
    path_filestat_get(fd, _follow, at, length, to) {
      const path = resolve(fd, at, length);
      const entry = files.entry(path);
      return entry === undefined ? NOENT : stat(to, path, entry);
    },
    path_filestat_set_times: () => OK,
    path_readlink: () => INVAL,
    path_create_directory(fd, at, length) {
      const path = resolve(fd, at, length);
      if (files.entry(path) !== undefined) return EXIST;
      files.set(path, null);
      return OK;
    },
    path_remove_directory(fd, at, length) {
      const path = resolve(fd, at, length);
      if (files.entry(path) === undefined) return NOENT;
      if (files.names(path).length) return NOTEMPTY;
      files.remove(path);
      return OK;
    },
    path_unlink_file(fd, at, length) {
      const path = resolve(fd, at, length);
      const entry = files.entry(path);
      if (!entry) return entry === null ? ISDIR : NOENT;
      files.remove(path);
      return OK;
    },
    path_rename(fd, at, length, toFd, toAt, toLength) {
      const from = resolve(fd, at, length);
      if (files.entry(from) === undefined) return NOENT;
      files.rename(from, resolve(toFd, toAt, toLength));
      return OK;
    },
  };
  // What else the standard library may ask for does not exist.
  return new Proxy(imports, { get: (target, name) => target[name] ?? (() => NOSYS) });
}
