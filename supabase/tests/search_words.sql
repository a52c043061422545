begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(2);

select is(
  private.module_words('[{"tag": "", "title": "Fifteen years", "lead": " ", "items": [{"body": "Supply period", "url": "/x"}]}]'),
  'Fifteen years · Supply period',
  'words of modules are parted once, whatever is empty between them');
select is(private.module_words('[{"title": ""}]'), '', 'and a module without words has none');

select * from finish();
rollback;
