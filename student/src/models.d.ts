declare module '@models/*?url' {
  const url: string;
  export default url;
}
