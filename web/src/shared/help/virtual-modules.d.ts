declare module 'virtual:help-index' {
  const articles: readonly import('./article.ts').HelpArticle[]
  export default articles
}
declare module 'virtual:help-texts' {
  const texts: Readonly<Record<string, readonly import('./article.ts').HelpNode[]>>
  export default texts
}
