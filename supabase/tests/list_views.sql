begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example'),
  ('00000000-0000-0000-0000-00000000000c', 'cleo@test.example');
insert into staff (user_id, email, role) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'editor'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example', 'editor'),
  ('00000000-0000-0000-0000-00000000000c', 'cleo@test.example', 'admin');

select lives_ok($$select save_list_view('00000000-0000-0000-0000-00000000000a', 'product', 'Own', 'state=draft', false)$$, 'a view is saved');
select lives_ok($$select save_list_view('00000000-0000-0000-0000-00000000000a', 'product', 'Shared', 'state=live', true)$$, 'and one for everybody');
select is(save_list_view('00000000-0000-0000-0000-00000000000a', 'product', 'Own', 'state=ended', false),
  (select id from list_views where name = 'Own'), 'one of the same name is saved anew');
select throws_ok($$select save_list_view('00000000-0000-0000-0000-00000000000a', 'product', '  ', '', false)$$, '23514', null, 'a view has a name');
select throws_ok($$select save_list_view('00000000-0000-0000-0000-00000000000a', 'staff', 'Own', '', false)$$, '23503', null, 'and is of a kind');

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select results_eq('select name, query from list_views order by name', $$values ('Own', 'state=ended'), ('Shared', 'state=live')$$, 'the owner sees both');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000b';
select results_eq('select name from list_views', array['Shared'], 'others see what is shared');
reset role;

select results_eq($$select delete_list_view('00000000-0000-0000-0000-00000000000b', id) from list_views$$, array[false, false], 'and delete nothing of it');
select results_eq($$select name, delete_list_view('00000000-0000-0000-0000-00000000000c', id) from list_views order by name$$,
  $$values ('Own', false), ('Shared', true)$$, 'an administrator deletes what is shared');

select * from finish();
rollback;
