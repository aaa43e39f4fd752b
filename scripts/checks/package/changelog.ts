/** Sections for API users; those for analysts and operators are only in the full changelog. */
const ownSections = /^(For developers|Moving from .*|Changed since .*)$/

/** Reduces a changelog to its versions, each with the sections for developers. */
export function changelogOfPackage(text: string): string {
  const versions = text.split(/^(?=## )/m).slice(1)
  const parts = versions.flatMap((version) => {
    const [heading = '', ...sections] = version.split(/^(?=### )/m)
    const developerSections = sections.filter((section) =>
      ownSections.test(section.slice('### '.length, section.indexOf('\n'))),
    )
    return developerSections.length === 0 ? [] : [heading.trim(), ...developerSections.map((section) => section.trim())]
  })
  return `${['# Changes', ...parts].join('\n\n')}\n`
}
