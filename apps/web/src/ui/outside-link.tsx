import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { isWebAddress } from './web-address.ts'

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
