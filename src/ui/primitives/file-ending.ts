/** What kind of file an address leads to: `ZIP` for `/media/driver.zip`. */
export function fileEnding(href: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(href)?.[1]?.toUpperCase() ?? '';
}
