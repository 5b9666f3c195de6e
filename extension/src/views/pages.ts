// Where a page of the encyclopedia is: "/data.hang.md" explains data.hang. Pure.

export function pathOfPage(id: string): string {
  return `/${id.replaceAll('/', ' ')}.md`;
}

export function idOfPage(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.md$/, '');
}
