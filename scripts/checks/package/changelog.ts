/** Sections for those who call the API; analysts and operators have theirs in the whole changelog. */
const ownSections = /^(For developers|Moving from .*|Changed since .*)$/

/** Of a changelog the versions, each with the sections for those who build on it. */
export function changelogOfPackage(text: string): string {
  const versions = text.split(/^(?=## )/m).slice(1)
  const parts = versions.flatMap((version) => {
    const [heading = '', ...sections] = version.split(/^(?=### )/m)
    const own = sections.filter((section) => ownSections.test(section.slice('### '.length, section.indexOf('\n'))))
    return own.length === 0 ? [] : [heading.trim(), ...own.map((section) => section.trim())]
  })
  return `${['# Changes', ...parts].join('\n\n')}\n`
}
