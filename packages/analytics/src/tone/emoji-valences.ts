/** Emoji of a clear mood, on VADER's scale of -4 to 4; the valences are ours. Those used for both laughing and crying (😭, 😱, 😅) have none. */
const strong = { up: 2.6, down: -2.6 }
const plain = { up: 1.9, down: -1.9 }

const delight = '😍🥰😘🤩❤🧡💛💚💙💜🖤🤍🤎💖💗💕💓💝💘🥳🎉🎊💯🏆'
const approval = '👍👏🙌😀😃😄😁😊☺🙂😇😋😎🤗😻😸💪🤝👌✌🥂🙏🌟⭐'
const disgust = '😡🤬🤮💩🖕💔'
const displeasure = '👎😠😤😢😞😔😟😕🙁☹😣😖😫😩🤢😒🙄😑😾😿🤦🤡😰😨😧'

/** Valence by emoji, without skin tone and variation selector. */
export const emojiValences: Readonly<Record<string, number>> = Object.fromEntries([
  ...Array.from(delight, (one) => [one, strong.up] as const),
  ...Array.from(approval, (one) => [one, plain.up] as const),
  ...Array.from(disgust, (one) => [one, strong.down] as const),
  ...Array.from(displeasure, (one) => [one, plain.down] as const),
])

/** One emoji with its selectors and skin tones, and anything joined to it. */
const emoji =
  /\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})*(?:\u200D\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})*)*/uy

/** The length of the emoji at a position in UTF-16 units; 0 where there is none. A scan, because most of a text needs no pattern. */
export function emojiLengthAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 0x2300 || (code > 0x2bff && (code < 0xd83c || code > 0xd83e))) return 0
  emoji.lastIndex = at
  return emoji.exec(text)?.[0].length ?? 0
}

/** The emoji without its skin tone and selector; for a joined one, the first part. */
export function baseEmoji(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}
