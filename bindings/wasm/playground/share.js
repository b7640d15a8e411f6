// A program in the fragment of a link: JSON, deflated, in base64 for URLs.

async function through(bytes, stream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function pack(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The state that a fragment holds; null if it is none. */
export async function unpack(text) {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await through(Uint8Array.from(plain, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    const isRight = state && typeof state.files === 'object' && Object.values(state.files).length > 0 && Object.values(state.files).every((one) => typeof one === 'string');
    return isRight ? state : null;
  } catch {
    return null;
  }
}
