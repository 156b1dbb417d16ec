/** The modules that web/help-articles.ts makes of docs/help. */
declare module 'virtual:help-index' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- the declaration of a module may not begin with a relative import
  const articles: readonly import('./article.ts').HelpArticle[]
  export default articles
}
declare module 'virtual:help-texts' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- the declaration of a module may not begin with a relative import
  const texts: Readonly<Record<string, readonly import('./article.ts').HelpNode[]>>
  export default texts
}
