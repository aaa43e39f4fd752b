/** An address too long for its line wraps after the @ before it wraps within a word. */
export const EmailAddress = ({ email }: { email: string }) => {
  const end = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </>
  )
}
