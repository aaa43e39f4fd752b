const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let rest = index
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

function checksumOf(bytes: Uint8Array<ArrayBuffer>): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8)
  return (rest ^ 0xffffffff) >>> 0
}

/** Little-endian numbers, each of so many bytes. */
function numbers(...parts: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap(([value, size]) => Array.from({ length: size }, (_, at) => value >>> (8 * at))))
}

/** 1 January 1980: equal requests give equal bytes, so that no file says when it was made. */
const day = 0x21
const utf8Names = 0x800

/** Writes a ZIP whose files are stored as they are. */
export function writeZip(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const [name, bytes] of Object.entries(files)) {
    const nameBytes = new TextEncoder().encode(name)
    const facts = [
      [20, 2],
      [utf8Names, 2],
      [0, 2],
      [0, 2],
      [day, 2],
      [checksumOf(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [nameBytes.length, 2],
      [0, 2],
    ] as const
    const header = numbers([0x04034b50, 4], ...facts)
    directory.push(numbers([0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), nameBytes)
    pieces.push(header, nameBytes, bytes)
    at += header.length + nameBytes.length + bytes.length
  }
  const count = Object.keys(files).length
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])
  return join([...pieces, ...directory, end])
}

export function join(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
