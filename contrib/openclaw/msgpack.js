// MessagePack, as far as the socket speaks it: nil, booleans, numbers, text, binaries, lists and maps.

const text = new TextEncoder();

export function encode(value) {
  const parts = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value, parts) {
  if (value === null || value === undefined) parts.push(Buffer.from([0xc0]));
  else if (value === true || value === false) parts.push(Buffer.from([value ? 0xc3 : 0xc2]));
  else if (typeof value === "number") parts.push(number(value));
  else if (typeof value === "string") {
    const bytes = Buffer.from(text.encode(value));
    parts.push(head(bytes.length, 0xa0, 31, 0xd9, 0xda, 0xdb), bytes);
  } else if (Array.isArray(value)) {
    parts.push(head(value.length, 0x90, 15, null, 0xdc, 0xdd));
    for (const one of value) write(one, parts);
  } else {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    parts.push(head(entries.length, 0x80, 15, null, 0xde, 0xdf));
    for (const [name, one] of entries) {
      write(name, parts);
      write(one, parts);
    }
  }
}

function head(length, fixed, most, one, two, four) {
  if (length <= most) return Buffer.from([fixed | length]);
  if (one !== null && length < 0x100) return Buffer.from([one, length]);
  const buffer = Buffer.alloc(length < 0x10000 ? 3 : 5);
  buffer[0] = length < 0x10000 ? two : four;
  if (length < 0x10000) buffer.writeUInt16BE(length, 1);
  else buffer.writeUInt32BE(length, 1);
  return buffer;
}

function number(value) {
  if (Number.isInteger(value) && value >= 0 && value < 0x80) return Buffer.from([value]);
  const buffer = Buffer.alloc(Number.isInteger(value) && value >= 0 && value < 2 ** 32 ? 5 : 9);
  if (buffer.length === 5) {
    buffer[0] = 0xce;
    buffer.writeUInt32BE(value, 1);
  } else {
    buffer[0] = 0xcb;
    buffer.writeDoubleBE(value, 1);
  }
  return buffer;
}

// The values that are whole in the buffer, and what is left of it.
export function decode(buffer) {
  const values = [];
  let rest = 0;
  const reader = { buffer, at: 0 };
  try {
    while (reader.at < buffer.length) {
      values.push(read(reader));
      rest = reader.at;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the end is not here yet
  }
  return { values, rest: buffer.subarray(rest) };
}

function take(reader, count) {
  if (reader.at + count > reader.buffer.length) throw new RangeError("more is to come");
  reader.at += count;
  return reader.buffer.subarray(reader.at - count, reader.at);
}

const uint = (reader, bytes) => take(reader, bytes).readUIntBE(0, bytes);
const string = (reader, length) => take(reader, length).toString("utf8");
const list = (reader, length) => Array.from({ length }, () => read(reader));

function map(reader, length) {
  const found = {};
  for (let i = 0; i < length; i++) {
    const name = read(reader);
    found[name] = read(reader);
  }
  return found;
}

function read(reader) {
  const kind = take(reader, 1)[0];
  if (kind < 0x80) return kind;
  if (kind < 0x90) return map(reader, kind & 15);
  if (kind < 0xa0) return list(reader, kind & 15);
  if (kind < 0xc0) return string(reader, kind & 31);
  if (kind >= 0xe0) return kind - 0x100;
  switch (kind) {
    case 0xc0: return null;
    case 0xc2: return false;
    case 0xc3: return true;
    case 0xc4: return take(reader, uint(reader, 1));
    case 0xc5: return take(reader, uint(reader, 2));
    case 0xc6: return take(reader, uint(reader, 4));
    case 0xca: return take(reader, 4).readFloatBE(0);
    case 0xcb: return take(reader, 8).readDoubleBE(0);
    case 0xcc: return uint(reader, 1);
    case 0xcd: return uint(reader, 2);
    case 0xce: return uint(reader, 4);
    case 0xcf: return Number(take(reader, 8).readBigUInt64BE(0));
    case 0xd0: return take(reader, 1).readInt8(0);
    case 0xd1: return take(reader, 2).readInt16BE(0);
    case 0xd2: return take(reader, 4).readInt32BE(0);
    case 0xd3: return Number(take(reader, 8).readBigInt64BE(0));
    case 0xd9: return string(reader, uint(reader, 1));
    case 0xda: return string(reader, uint(reader, 2));
    case 0xdb: return string(reader, uint(reader, 4));
    case 0xdc: return list(reader, uint(reader, 2));
    case 0xdd: return list(reader, uint(reader, 4));
    case 0xde: return map(reader, uint(reader, 2));
    case 0xdf: return map(reader, uint(reader, 4));
    default: throw new Error(`the daemon sent a type that it should not: ${kind}`);
  }
}
