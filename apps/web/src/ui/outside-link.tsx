import type { AnchorHTMLAttributes, ReactNode } from 'react'

/** Whether an untrusted address is a web address: a browser runs `javascript:` addresses. */
function isWebAddress(href: string | null | undefined): href is string {
  return href !== null && href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)
}

/** Opens a web address in a new tab without access to its opener; ignores anything else. */
export function openWebAddress(href: string | null | undefined): void {
  if (isWebAddress(href)) window.open(href, '_blank', 'noopener,noreferrer')
}

interface OutsideLinkProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'aria-label'> {
  /** An address from the server, which may originate anywhere. */
  href: string | null | undefined
  children: ReactNode
  /** Rendered if the address is not a web address. Default: the children. */
  otherwise?: ReactNode
}

/**
 * The only link that leads out of the product. React renders `javascript:` addresses unchanged, so every address that is not a
 * literal in the code goes through here: http and https open in a new tab, anything else is plain text.
 */
export const OutsideLink = ({ href, children, otherwise = children, ...rest }: OutsideLinkProps) =>
  isWebAddress(href) ? (
    <a {...rest} href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    otherwise
  )
