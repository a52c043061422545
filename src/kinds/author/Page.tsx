export { PostsTemplate as Page } from '#ui/templates/PostsTemplate.tsx';
